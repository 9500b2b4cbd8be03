package dev.fairlead.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.WaitUntilState;
import dev.fairlead.browser.Ask.Answer;
import dev.fairlead.testkit.http.HttpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Who is let in: only the page that was opened with the token, and nobody from anywhere else. */
@InBrowser
class AccessTest {
    private static final String STATE = "/api/state";
    private static final String CALLS = "/api/understand";

    @Test
    void theCookieIsStrictAndEveryAnswerIsClosedToTheWorld(Visitor visitor, Bench bench) {
        visitor.open();
        var cookie = cookie(visitor, bench);
        assertThat(cookie.httpOnly).isTrue();
        assertThat(cookie.sameSite.name()).isEqualTo("STRICT");
        assertThat(visitor.page().url()).doesNotContain("token");
        assertThat(visitor.page().evaluate("document.cookie")).isEqualTo("");

        for (var path : List.of("/", STATE, "/api/nothing", "/assets/nothing.js")) {
            var answer = visitor.page().request().get(bench.origin() + path);
            var headers = answer.headers();
            assertThat(headers).as(path).containsEntry("x-content-type-options", "nosniff");
            assertThat(headers).as(path).containsEntry("referrer-policy", "no-referrer");
            assertThat(headers).as(path).doesNotContainKey("access-control-allow-origin");
            assertThat(headers.get("content-security-policy"))
                    .as(path)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'none'")
                    .doesNotContain("unsafe-inline")
                    .doesNotContain("unsafe-eval");
        }
    }

    @Test
    void aFileLeadsThePersonInByAnAddressThatServesOnce(Visitor visitor, Bench bench) throws IOException {
        var url = bench.console().urlForOnce(() -> {});
        var file = bench.home().resolve("open.html");
        Files.writeString(file, """
            <!doctype html>
            <meta http-equiv="refresh" content="0; url=%s">
            """.formatted(url));
        visitor.watch().allow("file:");
        visitor.watch().allow(bench.origin());
        var page = visitor.page();
        page.navigate(file.toUri().toString(), new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
        page.waitForCondition(() -> visitor.connectButton().isVisible());
        visitor.seesConnected(0);
        assertThat(page.url()).startsWith(bench.origin() + "/").doesNotContain("token");
    }

    @Test
    void whoeverTypesLocalhostIsLedToTheConsole(Visitor visitor, Bench bench) {
        visitor.open();
        var other = "http://localhost:" + bench.console().port();
        visitor.watch().allow(other);
        var page = visitor.page();
        var answer = page.navigate(other + "/");
        assertThat(answer.status()).isEqualTo(421);
        page.getByRole(AriaRole.LINK).click();
        page.getByText("open the console").click();
        page.waitForCondition(() -> visitor.connectButton().isVisible());
        assertThat(page.url()).startsWith(bench.origin() + "/");
    }

    @Test
    void aRequestThatIsNotThePagesIsRefused(Visitor visitor, Bench bench) throws IOException {
        var ours = pass(visitor, bench);
        var host = ours.host;
        int port = bench.console().port();
        var soft = new SoftAssertions();
        soft.assertThat(ours.get(STATE).to(port).status()).as("the page itself").isEqualTo(200);

        refused(soft, port, "no cookie", 401, Ask.of("GET", STATE).header("Host", host));
        refused(soft, port, "no cookie, page", 401, Ask.of("GET", "/").header("Host", host));
        refused(
                soft,
                port,
                "wrong cookie",
                401,
                ours.withCookie(ours.cookie.replaceAll("=.*", "=" + "x".repeat(43)))
                        .get(STATE));
        refused(
                soft,
                port,
                "cookie of another port",
                401,
                ours.withCookie(ours.cookie.replaceAll(".*=", "fairlead-console-1="))
                        .get(STATE));
        refused(
                soft,
                port,
                "cookie without a key",
                401,
                Ask.of("GET", STATE).header("Host", host).header("Cookie", ours.cookie));
        refused(
                soft,
                port,
                "key without a cookie",
                401,
                Ask.of("GET", STATE).header("Host", host).header("Fairlead-Key", ours.key));
        refused(soft, port, "wrong key", 401, ours.withKey("x".repeat(43)).get(STATE));
        refused(
                soft,
                port,
                "the key itself",
                401,
                ours.withKey(ImpostorTest.kept(visitor.page())).get(STATE));
        refused(soft, port, "wrong token", 401, Ask.of("GET", "/?token=wrong").header("Host", host));
        refused(soft, port, "empty token", 401, Ask.of("GET", "/?token=").header("Host", host));
        for (var foreign :
                List.of("evil.example", "evil.example:" + port, "127.0.0.1", "127.0.0.1:1", "0.0.0.0:" + port)) {
            refused(soft, port, "Host " + foreign, 421, ours.ask("GET", STATE, foreign));
        }
        for (var foreign : List.of("http://evil.example", "null", "https://" + host, "http://127.0.0.1:1")) {
            refused(soft, port, "Origin " + foreign, 403, ours.get(STATE).header("Origin", foreign));
            refused(soft, port, "POST, Origin " + foreign, 403, ours.post().header("Origin", foreign));
        }
        refused(soft, port, "POST without Origin", 403, ours.post());
        for (var site : List.of("cross-site", "same-site")) {
            refused(soft, port, site, 403, ours.get(STATE).header("Sec-Fetch-Site", site));
        }
        soft.assertAll();
    }

    @Test
    void onlyJsonByTheRightMethodOfAModestSizeIsRead(Visitor visitor, Bench bench) throws IOException {
        var ours = pass(visitor, bench);
        var host = ours.host;
        int port = bench.console().port();
        var soft = new SoftAssertions();
        for (var type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")) {
            refused(soft, port, type, 415, ours.own(CALLS).body(type, "{\"text\":\"demo\"}"));
        }
        refused(soft, port, "DELETE", 405, ours.ask("DELETE", STATE).header("Origin", "http://" + host));
        for (var method : List.of("OPTIONS", "TRACE", "PUT")) {
            var answer =
                    ours.ask(method, STATE).header("Origin", "http://" + host).to(port);
            soft.assertThat(answer.status()).as(method).isBetween(400, 499);
            soft.assertThat(answer.hasHeader("Access-Control-Allow-Origin"))
                    .as(method)
                    .isFalse();
        }
        refused(
                soft,
                port,
                "upgrade",
                400,
                ours.get("/api/events")
                        .header("Upgrade", "websocket")
                        .header("Sec-WebSocket-Version", "13")
                        .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="));
        refused(soft, port, "nothing there", 404, ours.get("/api/nothing"));
        refused(soft, port, "out of the folder", 400, 404, ours.get("/../place.json"));
        refused(soft, port, "out of the folder, hidden", 400, 404, ours.get("/assets/%2e%2e/%2e%2e/place.json"));
        refused(soft, port, "not JSON", 400, ours.own(CALLS).body("application/json", "{"));
        refused(soft, port, "unknown field", 400, ours.own(CALLS).body("application/json", "{\"text\":\"\",\"x\":1}"));
        refused(
                soft,
                port,
                "too large",
                413,
                ours.own(CALLS).body("application/json", "{\"text\":\"" + "x".repeat(5 << 20) + "\"}"));
        soft.assertAll();
    }

    @Test
    void aPageFromElsewhereCanDoNothing(Visitor visitor, Bench bench) {
        visitor.open();
        var evil = bench.keep(HttpServer.start(
                0,
                exchange -> exchange.answer(
                        200, Map.of("Content-Type", "text/html"), "<!doctype html><title>elsewhere</title>")));
        visitor.watch().allow(evil.origin());
        var page = visitor.context().newPage();
        page.navigate(evil.origin());
        var target = bench.origin();

        // The page itself may do it, so that what is refused below could have been done.
        var key = visitor.key();
        assertThat(visitor.page().evaluate("""
            key => fetch('/api/state', {headers: {'Fairlead-Key': key}}).then(answer => answer.status)\
            """, key)).isEqualTo(200);
        assertThat(fetched(page, """
            fetch('%s/api/state', {credentials: 'include', headers: {'Fairlead-Key': '%s'}})\
            """.formatted(target, key))).isEqualTo("refused");
        assertThat(fetched(page, "fetch('%s/api/state', {credentials: 'include'})".formatted(target)))
                .isEqualTo("refused");
        assertThat(fetched(page, """
            fetch('%s/api/servers', {method: 'POST', mode: 'no-cors', credentials: 'include',
              headers: {'Content-Type': 'text/plain'}, body: '{"text":"demo"}'})\
            """.formatted(target))).isEqualTo("refused");
        page.evaluate("""
            target => new Promise(done => {
              const socket = new WebSocket(target.replace('http', 'ws') + '/api/events');
              socket.onopen = () => done('open'); socket.onerror = () => done('refused');
            }).then(end => { window.socketEnd = end; })\
            """, target);
        assertThat(page.evaluate("window.socketEnd")).isEqualTo("refused");
        var framed = page.evaluate("""
            target => new Promise(done => {
              const frame = document.createElement('iframe');
              frame.onload = () => { try { done(String(frame.contentDocument)); } catch { done('closed'); } };
              frame.src = target; document.body.append(frame);
            })\
            """, target);
        assertThat(framed).isIn("null", "closed");
        var posted = page.waitForResponse(target + "/api/servers", () -> page.evaluate("""
            target => { const form = document.createElement('form');
              form.method = 'post'; form.action = target + '/api/servers'; form.enctype = 'text/plain';
              form.innerHTML = '<input name="x" value="y">'; document.body.append(form); form.submit(); }\
            """, target));
        assertThat(posted.status()).isEqualTo(403);
        // Nothing of all that did anything, and the real page is still let in.
        visitor.page().reload();
        visitor.seesConnected(0);
        visitor.connectDialog();
        assertThat(visitor.page().getByTestId("servers").count()).isZero();
        visitor.connects(bench.serveDemo()).seesConnected(1);
        assertThat(visitor.page()
                        .getByTestId("servers")
                        .getByRole(AriaRole.LISTITEM)
                        .count())
                .isEqualTo(1);
    }

    private static String fetched(Page page, String call) {
        return (String) page.evaluate("() => " + call + ".then(answer => answer.type, () => 'refused')");
    }

    private static Cookie cookie(Visitor visitor, Bench bench) {
        return visitor.context().cookies(bench.origin()).getFirst();
    }

    /** What a page has to be let in by. */
    private record Pass(String host, String cookie, String key) {
        Pass withCookie(String other) {
            return new Pass(host, other, key);
        }

        Pass withKey(String other) {
            return new Pass(host, cookie, other);
        }

        Ask ask(String method, String path) {
            return ask(method, path, host);
        }

        Ask ask(String method, String path, String shownHost) {
            return Ask.of(method, path)
                    .header("Host", shownHost)
                    .header("Cookie", cookie)
                    .header("Fairlead-Key", key);
        }

        Ask get(String path) {
            return ask("GET", path);
        }

        Ask own(String path) {
            return ask("POST", path).header("Origin", "http://" + host);
        }

        Ask post() {
            return ask("POST", CALLS).body("application/json", "{\"text\":\"demo\"}");
        }
    }

    private static Pass pass(Visitor visitor, Bench bench) {
        var key = visitor.open().key();
        var cookie = cookie(visitor, bench);
        return new Pass("127.0.0.1:" + bench.console().port(), cookie.name + "=" + cookie.value, key);
    }

    private static void refused(SoftAssertions soft, int port, String what, int status, Ask ask) throws IOException {
        refused(soft, port, what, status, status, ask);
    }

    private static void refused(SoftAssertions soft, int port, String what, int status, int or, Ask ask)
            throws IOException {
        Answer answer = ask.to(port);
        soft.assertThat(answer.status()).as("%s: %s", what, answer.text()).isIn(status, or);
        soft.assertThat(answer.hasHeader("Set-Cookie")).as(what).isFalse();
        soft.assertThat(answer.hasHeader("Access-Control-Allow-Origin"))
                .as(what)
                .isFalse();
    }
}
