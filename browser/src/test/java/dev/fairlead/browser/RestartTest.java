package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The backend goes away and comes back: the open page finds it again, and nothing that was saved is lost. */
@InBrowser
class RestartTest {
    @Test
    void thePageComesBackByItselfWithAllThatWasSaved(Visitor visitor, Bench bench) {
        var page = visitor.open().page();
        visitor.connectDialog()
                .getByLabel(Pattern.compile("^Keep it in my configuration"))
                .check();
        visitor.hasConnected("{\"mcpServers\":{\"kept\":{\"url\":\"%s\"}}}".formatted(bench.serveDemo()), 1);
        visitor.choosesTool("echo")
                .writesArguments("{\"text\":\"before the end\"}")
                .runs();
        assertThat(visitor.card("echo", "success")).containsText("before the end");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Saved")))
                .click();
        page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName(Pattern.compile("^Save these")))
                .click();
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("my call");
        visitor.button("Save call").click();
        assertThat(visitor.button("Saved (1)")).isVisible();
        visitor.goTo("Chat").says("what tools do you have?");
        assertThat(page.locator(".message.assistant").last()).containsText("echo");
        assertThat(visitor.button("Send")).isVisible();
        visitor.message().fill("typed, and not yet sent");

        int port = bench.end();
        var banner = page.getByLabel("Connection to the console");
        assertThat(banner).containsText("does not answer");
        assertThat(visitor.message()).hasValue("typed, and not yet sent");
        bench.startAgain(port);
        assertThat(banner).isEmpty();
        visitor.seesConnected(1);
        assertThat(visitor.message()).hasValue("typed, and not yet sent");
        assertThat(page.locator(".message.assistant").last()).containsText("echo");

        visitor.choosesTool("echo");
        assertThat(visitor.button("Saved (1)")).isVisible();
        assertThat(page.getByTestId("history")).containsText("before the end");
        // A page that is opened anew knows the same as the one that stayed open.
        page.reload();
        visitor.seesConnected(1).goTo("Chat");
        assertThat(page.getByTestId("chat-list")
                        .getByRole(AriaRole.LINK)
                        .filter(new Locator.FilterOptions().setHasText("what tools")))
                .hasCount(1);
        assertThat(visitor.message()).hasValue("typed, and not yet sent");
        visitor.says("what tools do you have now?");
        assertThat(page.locator(".message.assistant")).hasCount(2);
    }
}
