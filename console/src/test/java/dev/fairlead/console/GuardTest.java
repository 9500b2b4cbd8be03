package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.api.Api;
import dev.fairlead.console.api.Parts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What comes from elsewhere than the page is turned away; sent byte by byte, as no browser would let us. */
final class GuardTest {
    private static final String NONCE = "made-up-by-a-page-of-the-tests";
    private static final String SLEEP = "{\"text\":\"demo\"}";

    @TempDir
    private static Path home;

    private static Page page;
    private static Page other;

    @BeforeAll
    static void start() throws Exception {
        page = new Page(home);
        other = page.inAnotherBrowser();
    }

    @AfterAll
    static void end() {
        page.close();
    }

    /** A request, what answers it, and the code that the page would see. */
    static Stream<Arguments> matrix() {
        return Stream.of(
                row("our own page", post("/api/servers").body("{}"), 400, "bad-field"),
                row(
                        "a name that may lead elsewhere",
                        get("/api/state").host("localhost:PORT").header("Origin", "http://localhost:PORT"),
                        421,
                        "wrong-host"),
                row(
                        "two names of ours mixed",
                        post("/api/servers")
                                .header("Origin", "http://localhost:PORT")
                                .body(SLEEP),
                        403,
                        "wrong-origin"),
                row("a foreign name", get("/api/state").host("evil.example:PORT"), 421, "wrong-host"),
                row("a name without its port", get("/api/state").host("127.0.0.1"), 421, "wrong-host"),
                row("a name with another port", get("/api/state").host("127.0.0.1:1"), 421, "wrong-host"),
                row("another address of this machine", get("/api/state").host("127.0.0.2:PORT"), 421, "wrong-host"),
                row("any address of this machine", get("/api/state").host("0.0.0.0:PORT"), 421, "wrong-host"),
                row("IPv6", get("/api/state").host("[::1]:PORT"), 421, "wrong-host"),
                row("a name with a user in it", get("/api/state").host("x@127.0.0.1:PORT"), 421, "wrong-host"),
                row(
                        "a name with something behind it",
                        get("/api/state").host("127.0.0.1:PORT.evil.example"),
                        421,
                        "wrong-host"),
                row("two names", get("/api/state").header("Host", "evil.example"), 421, "wrong-host"),
                row("no name", get("/api/state").host(null), 421, "wrong-host"),
                row(
                        "a foreign name with the token",
                        get("/?token=TOKEN").host("evil.example").bare(),
                        421,
                        "wrong-host"),
                row(
                        "another site",
                        post("/api/servers")
                                .header("Origin", "http://evil.example")
                                .body(SLEEP),
                        403,
                        "wrong-origin"),
                row(
                        "another port of this machine",
                        post("/api/servers")
                                .header("Origin", "http://127.0.0.1:1")
                                .body(SLEEP),
                        403,
                        "wrong-origin"),
                row(
                        "another scheme",
                        post("/api/servers")
                                .header("Origin", "https://127.0.0.1:PORT")
                                .body(SLEEP),
                        403,
                        "wrong-origin"),
                row(
                        "a sandboxed frame",
                        post("/api/servers").header("Origin", "null").body(SLEEP),
                        403,
                        "wrong-origin"),
                row("the sandbox's own origin", get("/api/state").header("Origin", "SANDBOX"), 403, "wrong-origin"),
                row("no origin", post("/api/servers").header("Origin", null).body(SLEEP), 403, "wrong-origin"),
                row("no origin, deleting", delete("/api/saved/x").header("Origin", null), 403, "wrong-origin"),
                row(
                        "two origins",
                        post("/api/servers")
                                .also("Origin", "http://evil.example")
                                .body(SLEEP),
                        403,
                        "wrong-origin"),
                row(
                        "a foreign origin that only looks",
                        get("/api/state").header("Origin", "http://evil.example"),
                        403,
                        "wrong-origin"),
                row(
                        "a cross-site request",
                        get("/api/state").header("Sec-Fetch-Site", "cross-site"),
                        403,
                        "wrong-site"),
                row(
                        "a same-site request, which is another port",
                        get("/api/state").header("Sec-Fetch-Site", "same-site"),
                        403,
                        "wrong-site"),
                row(
                        "a link on another site, with the token",
                        get("/?token=TOKEN").bare().header("Sec-Fetch-Site", "cross-site"),
                        403,
                        "wrong-site"),
                row("a file that leads here by a pass", visit("/?token=PASS", "navigate", "document"), 200, ""),
                row(
                        "a link on another site, to a tab, with the token",
                        visit("/?token=TOKEN", "navigate", "document"),
                        403,
                        "wrong-site"),
                row("a link with a wrong pass", visit("/?token=guess", "navigate", "document"), 403, "wrong-site"),
                row("a link without a pass", visit("/", "navigate", "document"), 403, "wrong-site"),
                row("a frame with a pass", visit("/?token=PASS", "navigate", "iframe"), 403, "wrong-site"),
                row("a script with a pass", visit("/?token=PASS", "no-cors", "script"), 403, "wrong-site"),
                row(
                        "a pass at another address",
                        visit("/api/state?token=PASS", "navigate", "document"),
                        403,
                        "wrong-site"),
                row("the page itself", get("/api/state").header("Sec-Fetch-Site", "same-origin"), 200, ""),
                row("a typed address", get("/").header("Sec-Fetch-Site", "none"), 200, ""),
                row("no cookie", get("/api/state").cookie(null), 401, "no-session"),
                row("no cookie, the page", get("/").cookie(null), 401, ""),
                row("a wrong cookie", get("/api/state").cookie("fairlead-console-PORT=guess"), 401, "no-session"),
                row("an empty cookie", get("/api/state").cookie("fairlead-console-PORT="), 401, "no-session"),
                row(
                        "the cookie of another port",
                        get("/api/state").cookie("fairlead-console-1=SECRET"),
                        401,
                        "no-session"),
                row("a wrong token", get("/?token=guess").bare(), 401, ""),
                row("an empty token", get("/?token=").bare(), 401, ""),
                row(
                        "the token at another address",
                        get("/api/state?token=TOKEN").bare(),
                        401,
                        "no-session"),
                row("the token by POST", post("/?token=TOKEN").bare().body("{}"), 405, "wrong-method"),
                row("the right token", get("/?token=TOKEN").bare(), 200, ""),
                row("the page without a key", get("/").key(null), 200, ""),
                row("a cookie without a key", get("/api/state").key(null), 401, "no-session"),
                row("a cookie with an empty key", get("/api/state").key(""), 401, "no-session"),
                row("a cookie with a wrong key", get("/api/state").key("guess"), 401, "no-session"),
                row("a cookie with the key as it was given", get("/api/state").key("WHOLE"), 401, "no-session"),
                row(
                        "a cookie with the key of another browser",
                        get("/api/state").key("OTHER"),
                        401,
                        "no-session"),
                row("a cookie with two keys", get("/api/state").also("Fairlead-Key", "KEY"), 401, "no-session"),
                row("a key without a cookie", get("/api/state").cookie(null), 401, "no-session"),
                row("a key in the address", get("/api/state?key=KEY").key(null), 401, "no-session"),
                row(
                        "a cookie that somebody else at this host added",
                        get("/api/state").cookie("fairlead-console-PORT=x; COOKIE"),
                        200,
                        ""),
                row("events without a key", get("/api/events").key(null), 401, "no-session"),
                row("a wrong token to log in", login("guess"), 401, "no-session"),
                row("no token to log in", login(""), 400, "bad-field"),
                row(
                        "a login from elsewhere",
                        login("TOKEN").header("Origin", "http://evil.example"),
                        403,
                        "wrong-origin"),
                row("a login by a form", login("TOKEN").header("Content-Type", "text/plain"), 415, "not-json"),
                row("a login by looking", get("/api/login?token=TOKEN").bare(), 401, "no-session"),
                row("a login with the cookie alone", login("guess").cookie("COOKIE"), 401, "no-session"),
                row("asking who is here", hello("SESSION", NONCE), 200, ""),
                row("asking for somebody unknown", hello("unknown-unknown-unknown", NONCE), 401, "no-session"),
                row("asking with little made up", hello("SESSION", "short"), 400, "bad-field"),
                row("asking with much made up", hello("SESSION", "x".repeat(101)), 400, "bad-field"),
                row("asking with what reads as more", hello("SESSION", NONCE + "%0A1"), 400, "bad-field"),
                row("asking from elsewhere", hello("SESSION", NONCE).header("Origin", "null"), 403, "wrong-origin"),
                row(
                        "a form of another site",
                        post("/api/servers")
                                .header("Origin", "http://evil.example")
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .body("text=demo"),
                        403,
                        "wrong-origin"),
                row(
                        "a form",
                        post("/api/servers")
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .body("text=demo"),
                        415,
                        "not-json"),
                row(
                        "plain text",
                        post("/api/servers")
                                .header("Content-Type", "text/plain")
                                .body(SLEEP),
                        415,
                        "not-json"),
                row(
                        "a file",
                        post("/api/servers")
                                .header("Content-Type", "multipart/form-data; boundary=x")
                                .body("--x"),
                        415,
                        "not-json"),
                row("no type", post("/api/servers").header("Content-Type", null).body(SLEEP), 415, "not-json"),
                row(
                        "a WebSocket",
                        get("/api/events").header("Upgrade", "websocket").header("Connection", "Upgrade"),
                        400,
                        "no-upgrade"),
                row("HTTP/2 in the clear", get("/api/state").header("Upgrade", "h2c"), 400, "no-upgrade"),
                row("an unknown method", request("PROPFIND", "/api/state"), 405, "wrong-method"),
                row("asking what is allowed", request("OPTIONS", "/api/state"), 405, "wrong-method"),
                row("tracing", request("TRACE", "/api/state"), 405, "wrong-method"),
                row("the wrong method", post("/api/state").body("{}"), 405, "wrong-method"),
                row("looking at what does something", get("/api/servers"), 405, "wrong-method"),
                row(
                        "another method in a header",
                        get("/api/servers").header("X-HTTP-Method-Override", "POST"),
                        405,
                        "wrong-method"),
                row("deleting a list", delete("/api/tools"), 405, "wrong-method"),
                row("posting to a file", post("/index.html").body("{}"), 405, "wrong-method"),
                row("an unknown address", get("/api/nothing"), 404, "no-such-address"),
                row("an unknown file", get("/nothing.js"), 404, "no-such-address"),
                row("a file above", get("/../secret.json"), 400, "bad-path"),
                row("a file above, encoded", get("/%2e%2e/place.json"), 400, "bad-path"),
                row("a file above, encoded twice", get("/%252e%252e/place.json"), 404, "no-such-address"),
                row("an encoded slash", get("/api%2fstate"), 400, "bad-path"),
                row("an encoded backslash", get("/..%5cplace.json"), 400, "bad-path"),
                row("an encoded NUL", get("/index.html%00.js"), 400, "bad-path"),
                row("half an encoding", get("/api/%zz"), 400, ""),
                row("bytes that are no UTF-8", get("/api/%ff"), 400, "bad-path"),
                row("two slashes", get("//api/state"), 400, ""),
                row("a slash at the end", get("/api/state/"), 400, "bad-path"),
                row("the cookie's file", get("/console/place.json"), 404, "no-such-address"),
                row("too long a body", post("/api/servers").body("x".repeat((4 << 20) + 1)), 413, "too-large"),
                row(
                        "a body of an absurd length",
                        post("/api/servers")
                                .header("Content-Length", "99999999999999999999")
                                .body(""),
                        400,
                        ""),
                row(
                        "a body that says its length twice",
                        post("/api/servers")
                                .header("Transfer-Encoding", "chunked")
                                .body("0\r\n\r\n"),
                        400,
                        ""),
                row("no JSON", post("/api/servers").body("{\"text\":"), 400, "bad-json"),
                row(
                        "the same member twice",
                        post("/api/servers").body("{\"text\":\"demo\",\"text\":\"demo\"}"),
                        400,
                        "bad-json"),
                row("no object", post("/api/servers").body("[]"), 400, "bad-field"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("matrix")
    void requestsFromElsewhereAreTurnedAway(String name, Raw request, int status, String code) throws IOException {
        var answer = send(request);

        assertThat(answer).as(answer).startsWith("HTTP/1.1 " + status);
        if (!code.isEmpty()) {
            assertThat(answer).contains("\"code\":\"" + code + "\"");
        }
        assertThat(answer).doesNotContain("Access-Control-Allow");
        assertThat(page.get("/api/state").path("servers").size())
                .as("servers that were started")
                .isZero();
    }

    @Test
    void answersForbidEverythingThatThePageDoesNotNeed() throws IOException {
        var answer = send(get("/"));

        assertThat(answer.toLowerCase(java.util.Locale.ROOT))
                .contains("content-security-policy: default-src 'none'; script-src 'self';")
                .contains("frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
                .contains("x-content-type-options: nosniff")
                .contains("referrer-policy: no-referrer")
                .contains("cross-origin-opener-policy: same-origin")
                .contains("cross-origin-resource-policy: same-origin")
                .contains("cache-control: no-store")
                .doesNotContain("%nonce%");
    }

    @Test
    void aPersonAtAnotherAddressIsShownTheWayAndNothingElse() throws IOException {
        var html = "text/html,application/xhtml+xml,*/*;q=0.8";
        for (var name : List.of("localhost:PORT", "evil.example", "<b>x</b>", "[::1]:PORT")) {
            var answer = send(get("/?token=TOKEN").host(name).header("Accept", html));
            assertThat(answer)
                    .as(name)
                    .startsWith("HTTP/1.1 421")
                    .containsIgnoringCase("Content-Type: text/html")
                    .contains("<a href=\"" + page.origin() + "/\">")
                    .containsIgnoringCase("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'")
                    .doesNotContainIgnoringCase("Set-Cookie")
                    .doesNotContain("script", "token=", "evil", "<b>", "localhost");
        }
        assertThat(send(get("/").header("Sec-Fetch-Site", "cross-site").header("Accept", html)))
                .startsWith("HTTP/1.1 403")
                .contains("<a href=\"" + page.origin() + "/\">")
                .containsIgnoringCase("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'")
                .doesNotContainIgnoringCase("Set-Cookie")
                .doesNotContain("script");
        for (var other : List.of(
                get("/").header("Accept", "*/*"),
                get("/api/state").header("Accept", html),
                get("/index.html").header("Accept", html),
                post("/").header("Accept", html).body("{}"))) {
            assertThat(send(other.host("localhost:PORT")))
                    .startsWith("HTTP/1.1 421")
                    .contains("\"code\":\"wrong-host\"");
        }
    }

    @Test
    void theCookieIsOnlyForThePageItself() throws IOException {
        var answer = send(login("TOKEN"));

        assertThat(answer).contains("HttpOnly; SameSite=Strict; Path=/");
        assertThat(send(get("/?token=TOKEN").bare())).doesNotContainIgnoringCase("Set-Cookie");
    }

    @Test
    void everyAddressNeedsTheCookieAndTheKey() throws IOException {
        // The table needs no parts to be told; nothing of it is asked for anything.
        var routes = Api.of(new Parts(
                null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                null, null));
        for (var route : routes.describe().toList()) {
            var words = route.split(" ", 2);
            var path = words[1].replaceAll("\\{[a-z]+}", "x");
            for (var refused : List.of(
                    request(words[0], path).key(null),
                    request(words[0], path).key("OTHER"),
                    request(words[0], path).cookie(null))) {
                assertThat(send(refused.body("{}")))
                        .as(route)
                        .startsWith("HTTP/1.1 401")
                        .contains("\"code\":\"no-session\"");
            }
        }
    }

    @Test
    void aKeyThatWasShownIsOfNoUseAfterARestart(@TempDir Path elsewhere) throws Exception {
        try (var other = new Page(elsewhere)) {
            var before = other.shown();
            assertThat(other.status(before)).isEqualTo(200);

            other.restart();

            assertThat(other.status(before)).isEqualTo(401);
            assertThat(other.status(other.shown())).isEqualTo(200);
        }
    }

    @Test
    void anAddressThatServesOnceAndIsUsedTwiceLetsNobodyInAnyMore(@TempDir Path elsewhere) throws Exception {
        var messages = new CopyOnWriteArrayList<String>();
        try (var person = new Page(elsewhere, builder -> builder.messages(messages::add))) {
            var url = person.console().urlForOnce(() -> {});
            var thief = person.letInBy(url);
            try (var events = thief.events("")) {
                events.await("reset", data -> true);
                assertThat(thief.status(thief.shown())).isEqualTo(200);
                assertThat(messages).isEmpty();

                var answer = person.comesFromAFile(url);
                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(answer.body()).contains("Open the address that the terminal shows now");

                assertThat(messages).singleElement().asString().contains("used twice");
                assertThat(thief.status(thief.shown())).isEqualTo(401);
                assertThat(person.status(person.shown())).isEqualTo(200);
                person.send("PUT", "/api/settings", "{\"maxSteps\":7}");
                events.awaitEnd();
                assertThat(events.seen()).extracting(Page.Events.Event::type).containsExactly("reset");
            }
        }
    }

    @Test
    void nothingThatIsAnsweredHoldsTheKey() throws IOException {
        for (var asked : List.of(get("/"), get("/?token=TOKEN").bare(), hello("SESSION", NONCE), get("/api/state"))) {
            assertThat(send(asked)).doesNotContain(page.key()).doesNotContain(page.shown());
        }
    }

    private static String send(Raw request) throws IOException {
        return request.send(page, other);
    }

    private static Arguments row(String name, Raw request, int status, String code) {
        return Arguments.of(name, request, status, code);
    }

    private static Raw get(String path) {
        return request("GET", path);
    }

    /** What another site, or a file, sends by a browser. */
    private static Raw visit(String path, String mode, String destination) {
        return get(path)
                .bare()
                .header("Sec-Fetch-Site", "cross-site")
                .header("Sec-Fetch-Mode", mode)
                .header("Sec-Fetch-Dest", destination);
    }

    private static Raw post(String path) {
        return request("POST", path);
    }

    private static Raw delete(String path) {
        return request("DELETE", path);
    }

    private static Raw login(String token) {
        return post("/api/login").bare().body("{\"token\":\"" + token + "\"}");
    }

    private static Raw hello(String session, String nonce) {
        return get("/api/hello?session=" + session + "&nonce=" + nonce).bare();
    }

    private static Raw request(String method, String path) {
        return new Raw(method, path);
    }
}
