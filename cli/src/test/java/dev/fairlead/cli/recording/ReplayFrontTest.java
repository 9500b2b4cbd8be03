package dev.fairlead.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.recording.Recording;
import dev.fairlead.host.recording.ReplayServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recording on Streamable HTTP. */
@Timeout(60)
final class ReplayFrontTest {
    private static final String SESSION = "Mcp-Session-Id";
    private static final int PATIENCE_MILLIS = 30_000;

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> post(ReplayFront front, String session, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(front.url())).POST(HttpRequest.BodyPublishers.ofString(body));
        if (!session.isEmpty()) {
            request.header(SESSION, session);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String begin(ReplayFront front) throws Exception {
        return post(front, "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}")
                .headers()
                .firstValue(SESSION)
                .orElseThrow();
    }

    private int tell(ReplayFront front, String session) throws Exception {
        return post(front, session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .statusCode();
    }

    private ReplayFront serving(int most) throws Exception {
        var file = Files.writeString(
                folder.resolve("traffic.ndjson"),
                "{\"format\":\"fairlead-recording\",\"version\":1,\"at\":\"2026-01-01T00:00:00Z\"}\n");
        return ReplayFront.serving(ReplayServer.of(Recording.read(file), false), 0, most);
    }

    /** Sends a head and nothing of the body that it promises; returns the status of the answer. */
    private static String status(ReplayFront front, String path, String headers) throws Exception {
        try (var socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(front.url()).getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            var head = "POST %s HTTP/1.1\r\nHost: here\r\n%s\r\n".formatted(path, headers);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return answer.readLine().replaceFirst("HTTP/1.1 ([0-9]{3}) .*", "$1");
        }
    }

    @Test
    void onlyWhoeverKnowsTheAddressIsAnswered() throws Exception {
        try (var front = serving(2);
                var other = serving(2)) {
            assertThat(begin(front)).isNotEmpty();
            var path = URI.create(other.url()).getPath();
            assertThat(path)
                    .matches("/[0-9a-f]{32}/mcp")
                    .isNotEqualTo(URI.create(front.url()).getPath());
            for (var guess : List.of("/", "/mcp", path, URI.create(front.url()).getPath() + "/")) {
                assertThat(status(front, guess, "Content-Length: 2\r\n"))
                        .as(guess)
                        .isEqualTo("404");
            }
        }
    }

    @Test
    void aRequestIsJudgedBeforeAnythingOfItsBodyIsRead() throws Exception {
        try (var front = serving(2)) {
            var path = URI.create(front.url()).getPath();
            var promise = "Content-Length: 70000000\r\n";
            assertThat(status(front, path, "Origin: https://evil.example\r\n" + promise))
                    .isEqualTo("403");
            assertThat(status(front, "/mcp", promise)).isEqualTo("404");
            assertThat(status(front, path, promise)).isEqualTo("413");
            assertThat(status(front, path, "X: %s\r\n".formatted("x".repeat(1 << 16))))
                    .isEqualTo("431");
            assertThat(begin(front)).isNotEmpty();
        }
    }

    @Test
    void onlyTheOldestSessionMakesRoom() throws Exception {
        try (var front = serving(2)) {
            var first = begin(front);
            var second = begin(front);
            assertThat(tell(front, first)).isEqualTo(202);

            var third = begin(front);

            assertThat(tell(front, first)).isEqualTo(404);
            assertThat(tell(front, second)).isEqualTo(202);
            assertThat(tell(front, third)).isEqualTo(202);
        }
    }
}
