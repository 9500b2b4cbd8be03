package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The second address serves two files to frames of our page, and nothing else to anybody. */
final class SandboxTest {
    @TempDir
    private static Path home;

    private static Page page;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        page = new Page(home);
        Files.writeString(home.resolve("page").resolve("sandbox.html"), "<!doctype html>the frame");
        Files.writeString(home.resolve("page").resolve("sandbox.js"), "void 'the script';");
        port = URI.create(page.get("/api/state").path("sandbox").asString("")).getPort();
    }

    @AfterAll
    static void end() {
        page.close();
    }

    private static String ask(String method, String path, String host) throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            var text =
                    "%s %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nFairlead-Key: %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                            .formatted(method, path, host.replace("PORT", "" + port), page.cookie(), page.shown());
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            var answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return answer.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void theTwoFilesOfTheFrameAreServedForOurPageAlone() throws Exception {
        assertThat(ask("GET", "/sandbox.js", "127.0.0.1:PORT"))
                .startsWith("HTTP/1.1 200")
                .contains("the script");
        assertThat(ask("GET", "/sandbox.html", "localhost:PORT"))
                .startsWith("HTTP/1.1 200")
                .contains("the frame")
                .containsIgnoringCase(
                        "Content-Security-Policy: frame-ancestors http://127.0.0.1:%d http://localhost:%d\r\n"
                                .formatted(page.console().port(), page.console().port()))
                .containsIgnoringCase("X-Content-Type-Options: nosniff")
                .containsIgnoringCase("Cache-Control: no-store")
                .doesNotContainIgnoringCase("Access-Control-Allow")
                .doesNotContainIgnoringCase("Set-Cookie");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 127.0.0.1:PORT, 404",
        "GET, /index.html, 127.0.0.1:PORT, 404",
        "GET, /api/state, 127.0.0.1:PORT, 404",
        "GET, /api/events, 127.0.0.1:PORT, 404",
        "GET, /api/hello, 127.0.0.1:PORT, 404",
        "POST, /api/login, 127.0.0.1:PORT, 405",
        "GET, /../sandbox.html, 127.0.0.1:PORT, 400",
        "GET, /%2e%2e/console/place.json, 127.0.0.1:PORT, 400",
        "GET, /x/sandbox.html, 127.0.0.1:PORT, 404",
        "GET, /sandbox.html/, 127.0.0.1:PORT, 400",
        "POST, /sandbox.html, 127.0.0.1:PORT, 405",
        "PUT, /sandbox.js, 127.0.0.1:PORT, 405",
        "OPTIONS, /sandbox.js, 127.0.0.1:PORT, 405",
        "GET, /sandbox.html, evil.example, 421",
        "GET, /sandbox.html, evil.example:PORT, 421",
        "GET, /sandbox.html, 127.0.0.1, 421"
    })
    void everythingElseIsRefused(String method, String path, String host, int status) throws Exception {
        var answer = ask(method, path, host);

        assertThat(answer).startsWith("HTTP/1.1 " + status).doesNotContain("the frame", "the script");
        assertThat(answer).containsIgnoringCase("Content-Security-Policy: frame-ancestors ");
        // A browser sends the cookie to this port, too.
        assertThat(answer).doesNotContain(page.cookie().replaceAll(".*?=", "")).doesNotContain(page.shown());
    }
}
