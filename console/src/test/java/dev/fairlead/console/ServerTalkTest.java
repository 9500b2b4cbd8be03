package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that writes without end does not drown the page: it is told a few times in a second, of the last lines. */
final class ServerTalkTest {
    private static final int LINES = 3_000;

    @TempDir
    private Path home;

    @Test
    void aServerThatWritesALotIsToldOfAFewTimesASecond() throws Exception {
        var script = home.resolve("talks.py");
        Files.writeString(script, """
            import sys
            for i in range(1, %d):
                print('line', i, file=sys.stderr, flush=True)
            sys.stdin.read()
            """.formatted(LINES + 1));
        try (var page = new Page(home)) {
            long began = System.nanoTime();
            try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
                page.post(
                        "/api/servers",
                        Json.write(Json.object().put("text", script.toString()).put("name", "talks")));

                page.await("/api/state", state -> !state.path("servers").isEmpty());
                page.await(
                        "/api/servers/talks/log",
                        json -> json.path("lines")
                                .valueStream()
                                .anyMatch(line -> line.path("text").asString("").equals("line " + LINES)));

                long seconds = (System.nanoTime() - began) / 1_000_000_000 + 1;
                assertThat(events.seen().stream().filter(event -> event.type().equals("server")))
                        .hasSizeLessThanOrEqualTo((int) (5 * seconds + 5));
                assertThat(events.seen())
                        .allMatch(event -> event.data().path("lastLines").size() <= 12);
                var lines = page.get("/api/servers/talks/log").path("lines");
                assertThat(lines.size()).isLessThanOrEqualTo(1_000);
            }
        }
    }
}
