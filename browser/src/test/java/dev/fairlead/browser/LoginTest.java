package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.store.Store;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.real.NeedsNode;
import dev.fairlead.testkit.real.OidcProvider;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A login at a real authorization server, in the browser in which the console is open; nothing secret of it reaches the page. */
@InBrowser
@ExtendWith(NeedsNode.class)
class LoginTest {
    /** Of this the login page of that server wants its letters, which it does not get. */
    private static final String FONTS = "https://fonts.googleapis.com";

    private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");
    private static final Pattern CHALLENGE = Pattern.compile("[?&]code_challenge=([^&]+)");
    private static final Pattern KEPT = Pattern.compile("\"(?:access|refresh)\"\\s*:\\s*\"([^\"]+)\"");
    /** What a verifier could look like. */
    private static final Pattern LONG_WORD = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

    private final Store tokens = Stores.memory();
    private final List<Response> answers = new ArrayList<>();

    @Test
    void aPersonLogsInFromThePage(Visitor visitor, Bench bench) {
        var provider = bench.keep(OidcProvider.start());
        bench.with(console -> console.host(host -> host.store(Stores.memory()).tokens(tokens)));
        visitor.context().onResponse(answers::add);
        visitor.watch().allow(origin(provider.issuer()));
        visitor.watch().allow(FONTS);
        visitor.context().route(FONTS + "/**", Route::abort);
        visitor.open();
        listens(visitor);
        visitor.connects("{\"mcpServers\":{\"guarded\":{\"url\":\"%s\"}}}".formatted(provider.mcp()));
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
        assertNothingSecretWasTold(visitor, bench);
    }

    /** Hears all events that the console tells a page, beside the page. */
    private static void listens(Visitor visitor) {
        visitor.page().evaluate("""
            key => { window.told = '';
              fetch('/api/events', {headers: {'Fairlead-Key': key}}).then(async answer => {
                const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
                for (let part = await reader.read(); !part.done; part = await reader.read()) window.told += part.value; }); }\
            """, visitor.key());
    }

    private void assertNothingSecretWasTold(Visitor visitor, Bench bench) {
        var page = visitor.page();
        // What is looked for is there: the code went through the browser, and the tokens are kept.
        var code = found(CODE, visitor.watch().requests());
        var challenge = found(CHALLENGE, visitor.watch().requests());
        var kept = tokens.keys("").stream()
                .flatMap(key -> tokens.read(key).stream())
                .flatMap(entry -> KEPT.matcher(entry.value()).results())
                .map(match -> match.group(1))
                .toList();
        assertThat(kept).as("tokens that are kept").isNotEmpty();

        Visitor.until(page.mainFrame(), "window.told.includes('event: login') && window.told.includes('guarded')");
        var places = new LinkedHashMap<String, String>();
        places.put("the page", page.content());
        places.put(
                "what is typed",
                page.locator("input, textarea").all().stream()
                        .map(Locator::inputValue)
                        .collect(Collectors.joining("\n")));
        places.put("storage", (String)
                page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie,"
                        + " location.href, history.state])"));
        places.put("events", (String) page.evaluate("window.told"));
        places.put("exported traffic", (String) page.evaluate(
                "key => fetch('/api/traffic/export?as=ndjson', {headers: {'Fairlead-Key': key}})"
                        + ".then(answer => answer.text())",
                visitor.key()));
        assertThat(places.get("exported traffic")).contains("tools/list");
        for (var answer : answers) {
            if (answer.url().startsWith(bench.origin() + "/api/")
                    && !answer.url().contains("/api/events")) {
                places.merge("answers", answer.text(), (one, other) -> one + "\n" + other);
            }
        }
        assertThat(places.get("answers")).contains("guarded");
        places.forEach((place, text) -> {
            assertThat(text).as("the code in %s", place).doesNotContain(code);
            assertThat(kept).as("tokens in %s", place).noneMatch(text::contains);
            assertThat(LONG_WORD.matcher(text).results().map(word -> hashed(word.group())))
                    .as("the verifier in %s", place)
                    .doesNotContain(challenge);
        });
    }

    private static String found(Pattern what, List<String> urls) {
        return urls.stream()
                .map(what::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing went through the browser that fits " + what));
    }

    private static String hashed(String verifier) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String origin(String url) {
        var uri = URI.create(url);
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
