package dev.fairlead.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.recording.Recording;
import dev.fairlead.host.recording.ReplayServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recording on Streamable HTTP. */
@Timeout(60)
final class ReplayFrontTest {
    private static final String SESSION = "Mcp-Session-Id";

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

    @Test
    void onlyTheOldestSessionMakesRoom() throws Exception {
        var file = Files.writeString(
                folder.resolve("traffic.ndjson"),
                "{\"format\":\"fairlead-recording\",\"version\":1,\"at\":\"2026-01-01T00:00:00Z\"}\n");
        try (var front = ReplayFront.serving(ReplayServer.of(Recording.read(file), false), 0, 2)) {
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
