package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The traffic is narrowed, held, looked into and taken along, and the secrets of servers are in none of it. */
@InBrowser
class TrafficTest {
    private static final String BEARER = "bearer-Zk39qWmX71pLt";
    private static final String KEY = "key-Hy62vBnR08sCd";
    private static final List<String> SECRETS = List.of(BEARER, KEY, GuardedServer.SECRET);

    @Test
    void itIsNarrowedHeldAndTakenAlongWithoutSecrets(Visitor visitor, Bench bench) throws IOException {
        visitor.open().connects("""
            {"mcpServers":{"by-url":{"url":"%s","headers":{"Authorization":"Bearer %s","X-Api-Key":"%s"}}}}\
            """.formatted(bench.serveDemo(), BEARER, KEY));
        visitor.hasConnected(GuardedServer.config("by-program"), 2);
        // Peers repeat what they should not: a secret that is known is hidden wherever it is met.
        visitor.calls("by-url", "echo", "{\"text\":\"I was given %s and %s\"}".formatted(BEARER, KEY));
        visitor.calls("by-program", "echo", "{\"text\":\"I was given %s\"}".formatted(GuardedServer.SECRET));
        visitor.calls("by-url", "no-such-tool", "{}");
        visitor.calls("by-url", "add", "{\"a\":20,\"b\":22}");
        visitor.goTo("Traffic");
        narrowed(visitor);
        held(visitor);
        lookedInto(visitor);
        exported(visitor);
    }

    private static void narrowed(Visitor visitor) {
        var page = visitor.page();
        var everything = count(visitor);
        page.getByLabel("Filter traffic").fill("tools/call");
        assertThat(rows(visitor).filter(text("tools/call"))).hasCount(3);
        assertThat(rows(visitor)).hasCount(3);
        assertThat(page.getByTestId("traffic-count")).hasText(Pattern.compile("^3 exchanges of " + everything));
        visitor.the(AriaRole.COMBOBOX, "Server").selectOption(option(visitor, "by-program"));
        assertThat(rows(visitor)).hasCount(1);
        assertThat(rows(visitor)).containsText("by-program");
        visitor.button("Show all").click();
        assertThat(page.getByTestId("traffic-count")).hasText(Pattern.compile("^%d exchanges$".formatted(everything)));

        visitor.the(AriaRole.COMBOBOX, "Kind").selectOption("error-output");
        assertThat(rows(visitor).first()).containsText("stderr");
        assertThat(rows(visitor).filter(text("tools/"))).hasCount(0);
        visitor.the(AriaRole.COMBOBOX, "Kind").selectOption("");
        visitor.the(AriaRole.COMBOBOX, "Direction").selectOption("in");
        assertThat(rows(visitor).filter(text("tools/call"))).hasCount(0);
        visitor.button("Show all").click();
        page.getByLabel("Filter traffic").fill("nothing is called so");
        assertThat(rows(visitor)).hasCount(0);
        visitor.button("Show all").first().click();
        assertThat(rows(visitor).first()).isVisible();
    }

    private static void held(Visitor visitor) {
        visitor.page().getByLabel("Filter traffic").fill("tools/call");
        assertThat(rows(visitor)).hasCount(3);
        visitor.button("Pause").click();
        visitor.calls("by-url", "add", "{\"a\":1,\"b\":2}");
        assertThat(visitor.page().getByTestId("traffic-count"))
                .containsText(Pattern.compile("paused \\([1-9]\\d* more since\\)"));
        assertThat(rows(visitor)).hasCount(3);
        visitor.button("Resume").click();
        assertThat(rows(visitor)).hasCount(4);
    }

    private static void lookedInto(Visitor visitor) {
        var exchange = visitor.the(AriaRole.REGION, "Exchange");
        rows(visitor).first().click();
        assertThat(exchange).containsText("I was given");
        assertThat(exchange).containsText("Response");
        exchange.getByRole(AriaRole.TAB, new Locator.GetByRoleOptions().setName("Headers"))
                .click();
        var headers = visitor.the(AriaRole.GROUP, "Request headers");
        assertThat(headers).containsText(Pattern.compile("authorization", Pattern.CASE_INSENSITIVE));
        assertThat(headers).containsText(Pattern.compile("x-api-key", Pattern.CASE_INSENSITIVE));
        noSecretIn(visitor.page().content());
        visitor.button("Show the call").click();
        assertThat(visitor.card("echo", "success")).isVisible();
        visitor.goTo("Traffic");
    }

    private static void exported(Visitor visitor) throws IOException {
        var lines = download(visitor, "NDJSON").lines().toList();
        var methods = lines.stream()
                .map(line -> Json.parse(line).path("row").path("method").asString(""))
                .toList();
        assertThat(methods).filteredOn("tools/call"::equals).hasSize(4);
        assertThat(methods).contains("tools/list");
        assertThat(String.join("\n", lines)).contains("I was given");

        var archive = Json.parse(download(visitor, "HAR")).path("log");
        assertThat(archive.path("version").asString("")).isEqualTo("1.2");
        assertThat(archive.path("entries").size()).isGreaterThan(8);
        for (var entry : archive.path("entries")) {
            assertThat(entry.path("startedDateTime").asString("")).isNotEmpty();
            for (var part : List.of("request", "response", "cache", "timings")) {
                assertThat(entry.path(part).isObject()).as(part).isTrue();
            }
        }
        assertThat(archive.path("entries").valueStream().map(TrafficTest::url))
                .anyMatch(url -> url.startsWith("http://127.0.0.1:"));
    }

    private static String url(JsonNode entry) {
        return entry.path("request").path("url").asString("");
    }

    private static String download(Visitor visitor, String format) throws IOException {
        visitor.button("Export").click();
        var download = visitor.page()
                .waitForDownload(() -> visitor.the(AriaRole.MENUITEM, format).click());
        var text = Files.readString(download.path());
        noSecretIn(text);
        return text;
    }

    private static void noSecretIn(String text) {
        assertThat(SECRETS).noneMatch(text::contains);
    }

    private static int count(Visitor visitor) {
        assertThat(visitor.page().getByTestId("traffic-count")).hasText(Pattern.compile("^\\d+ exchanges$"));
        return Integer.parseInt(
                visitor.page().getByTestId("traffic-count").innerText().split(" ", 2)[0]);
    }

    private static String option(Visitor visitor, String server) {
        return visitor.the(AriaRole.COMBOBOX, "Server")
                .locator("option")
                .filter(text(server))
                .getAttribute("value");
    }

    private static Locator rows(Visitor visitor) {
        return visitor.page().getByTestId("traffic-rows").getByRole(AriaRole.ROW);
    }

    private static Locator.FilterOptions text(String words) {
        return new Locator.FilterOptions().setHasText(words);
    }
}
