package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.testkit.real.NeedsNode;
import dev.fairlead.testkit.real.OidcProvider;
import java.net.URI;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A login at a real authorization server, in the browser in which the console is open. */
@InBrowser
@ExtendWith(NeedsNode.class)
class LoginTest {
    /** Of this the login page of that server wants its letters, which it does not get. */
    private static final String FONTS = "https://fonts.googleapis.com";

    @Test
    void aPersonLogsInFromThePage(Visitor visitor, Bench bench) {
        var provider = bench.keep(OidcProvider.start());
        visitor.watch().allow(origin(provider.issuer()));
        visitor.watch().allow(FONTS);
        visitor.context().route(FONTS + "/**", Route::abort);
        visitor.open().connects("{\"mcpServers\":{\"guarded\":{\"url\":\"%s\"}}}".formatted(provider.mcp()));
        var row = visitor.server("guarded");
        assertThat(row).containsText("needs a login");
        row.getByText("Log in", new Locator.GetByTextOptions().setExact(true)).click();
        visitor.button("Start the login").click();
        var open =
                visitor.page().getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(Pattern.compile("^Open ")));
        assertThat(open).isVisible();

        // The way there and back leads over a port of this machine that is opened for logins.
        visitor.watch().allow(origin(open.getAttribute("href")));
        var tab = visitor.context().waitForPage(open::click);
        tab.locator("input[name=login]").fill("ada");
        tab.locator("input[name=password]").fill("any");
        tab.locator("button[type=submit], input[type=submit]").first().click();
        var agree = tab.locator("button[type=submit], input[type=submit]");
        agree.first().click();
        assertThat(visitor.the(AriaRole.LIST, "Steps")
                        .getByRole(AriaRole.LISTITEM)
                        .first())
                .isVisible();
        visitor.seesConnected(1);
        assertThat(visitor.page().getByRole(AriaRole.DIALOG)).containsText("done");
        assertThat(provider.granted("authorization_code")).isEqualTo(1);
        var shown = visitor.page().locator("body").innerText();
        assertThat(shown).doesNotContain("access_token\":\"ey");
    }

    private static String origin(String url) {
        var uri = URI.create(url);
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
