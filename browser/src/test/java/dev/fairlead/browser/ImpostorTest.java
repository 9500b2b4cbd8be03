package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.ConsoleKey;
import dev.fairlead.testkit.http.HttpServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Other programs of this machine, to which browsers send the cookies of the console's host: none of them gets in. */
@InBrowser
class ImpostorTest {
    private static final Map<String, String> HTML = Map.of("Content-Type", "text/html");

    @Test
    void theCookieThatAnotherPortIsSentIsOfNoUseThere(Visitor visitor, Bench bench) throws Exception {
        visitor.open();
        var thief =
                bench.keep(HttpServer.start(0, exchange -> exchange.answer(200, HTML, "<p>a page of somebody else")));
        visitor.watch().allow(thief.origin());
        var other = visitor.context().newPage();
        // As a link in the console's own page would: the same site, as far as a browser is concerned.
        visitor.page().evaluate("address => { window.open(address, '_blank'); }", thief.origin());
        other.navigate(thief.origin());

        var stolen = thief.requests().stream()
                .flatMap(request -> request.header("Cookie").stream())
                .filter(cookie -> cookie.contains("fairlead-console-"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the browser sent no cookie, so that this test shows nothing"));
        int port = bench.console().port();
        var host = "127.0.0.1:" + port;
        assertThat(heard(thief)).doesNotContain(kept(visitor.page())).doesNotContain(visitor.key());
        for (var path : List.of("/api/state", "/api/events", "/api/traffic/export?as=har", "/api/approvals/kept")) {
            assertThat(Ask.of("GET", path)
                            .header("Host", host)
                            .header("Cookie", stolen)
                            .header("Sec-Fetch-Site", "same-origin")
                            .to(port)
                            .status())
                    .as(path)
                    .isEqualTo(401);
        }
        assertThat(Ask.of("POST", "/api/servers")
                        .header("Host", host)
                        .header("Cookie", stolen)
                        .header("Origin", "http://" + host)
                        .body("application/json", "{\"text\":\"demo\"}")
                        .to(port)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void whoIsAtTheOldPortGetsNothingFromTheOpenPage(Visitor visitor, Bench bench) throws Exception {
        var page = visitor.open().page();
        visitor.hasConnected(bench.serveDemo(), 1);
        visitor.goTo("Tools");
        var key = kept(page);
        var cookie = visitor.context().cookies(bench.origin()).getFirst().value;
        int port = bench.end();
        var banner = page.getByLabel("Connection to the console");
        assertThat(banner).containsText("does not answer");

        // It answers whatever it is asked, as somebody would who hopes to be told more.
        try (var impostor = HttpServer.start(
                port,
                exchange -> exchange.answer(
                        200,
                        Map.of(
                                "Content-Type",
                                exchange.request().path().endsWith(".js") ? "text/javascript" : "application/json"),
                        exchange.request().path().endsWith(".js")
                                ? "window.stolen = true"
                                : "{\"run\":\"mine\",\"proof\":\"trust me\",\"servers\":[]}"))) {
            assertThat(banner).containsText("Something else answers at this address");
            int asked = impostor.requests().size();
            // What somebody does meanwhile goes nowhere, and no part of the page comes from there.
            page.getByLabel("Filter tools").fill("echo");
            visitor.goTo("Dashboard").goTo("Tools");
            visitor.choosesTool("echo")
                    .writesArguments("{\"text\":\"words for my server alone\"}")
                    .runs();
            assertThat(page.getByText("Nothing is sent to it").first()).isVisible();
            assertThat(page.evaluate("window.stolen === undefined")).isEqualTo(true);
            assertThat(impostor.requests()).hasSize(asked);
            assertThat(impostor.requests()).allMatch(request -> request.target().startsWith("/api/hello?"));
            assertThat(heard(impostor))
                    .doesNotContain(key)
                    .doesNotContain(visitor.key())
                    .doesNotContain(cookie)
                    .doesNotContainIgnoringCase(ConsoleKey.HEADER);
        }

        // The page finds back once its console is there again, with what was typed.
        bench.startAgain(port);
        visitor.button("Ask again").click();
        assertThat(banner).isEmpty();
        assertThat(page.getByLabel("Arguments as JSON")).hasValue("{\"text\":\"words for my server alone\"}");
    }

    /** Returns the key that the page was given, which no other program should ever see. */
    static String kept(Page page) {
        var kept = (String) page.evaluate("localStorage.getItem('fairlead.session')");
        var key = Json.parse(kept).path("key").asString("");
        assertThat(key).hasSize(43);
        return key;
    }

    private static String heard(HttpServer server) {
        var all = new StringBuilder();
        server.requests()
                .forEach(request -> all.append(request.target())
                        .append('\n')
                        .append(request.headers())
                        .append('\n')
                        .append(request.body())
                        .append('\n'));
        return all.toString();
    }
}
