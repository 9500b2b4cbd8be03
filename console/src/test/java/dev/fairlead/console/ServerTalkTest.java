package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server says of itself reaches the page, a few times in a second at most, and so does when it is tried again. */
@Tag("thorough")
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

    @Test
    void whatAServerLogsIsToldAsItHappens() throws Exception {
        try (var page = new Page(home)) {
            page.connect("demo");
            try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
                page.call("demo", "sleep", "{\"seconds\":0}");

                var log = events.await(
                                "log", data -> data.path("text").asString("").contains("falling asleep"))
                        .data();
                assertThat(log.path("server").asString("")).isEqualTo("demo");
                assertThat(log.path("level").asString("")).isEqualTo("info");
                assertThat(log.path("at").asLong()).isPositive();
                assertThat(page.get("/api/servers/demo/log").path("lines").toString())
                        .contains("info: falling asleep");
            }
        }
    }

    @Test
    void aServerThatFailsSaysWhenItIsTriedAgain() throws Exception {
        var script = home.resolve("dies.py");
        Files.writeString(script, "import sys\nsys.exit(3)\n");
        try (var page = new Page(home);
                var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            long before = System.currentTimeMillis();
            page.post(
                    "/api/servers",
                    Json.write(Json.object().put("text", script.toString()).put("name", "dies")));

            var waiting = events.await(
                            "server", server -> server.path("nextTryAt").isNumber())
                    .data();

            assertThat(waiting.path("state").asString("")).isEqualTo("error");
            assertThat(waiting.path("nextTryAt").asLong()).isGreaterThan(before);
            events.await(
                    "server",
                    server -> server.path("state").asString("").equals("error")
                            && server.path("nextTryAt").isNull());
        }
    }

    @Test
    void whatIsTriedAgainByItselfCanBeStopped() throws Exception {
        var script = home.resolve("dies.py");
        Files.writeString(script, "import sys\nsys.exit(3)\n");
        try (var page = new Page(home);
                var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            page.post(
                    "/api/servers",
                    Json.write(Json.object().put("text", script.toString()).put("name", "dies")));
            events.await("server", server -> server.path("nextTryAt").isNumber());

            page.post("/api/servers/dies/disconnect", "{}");

            page.awaitServer("dies", "disconnected");
            assertThat(page.get("/api/state").at("/servers/0/nextTryAt").isNull())
                    .isTrue();
        }
    }

    @Test
    void aServerIsCalledTheSameWhereverItIsToldOf() throws Exception {
        try (var page = new Page(home)) {
            page.connect("demo");
            var twice = page.send("POST", "/api/servers", "{\"text\":\"demo\"}");
            assertThat(twice.body())
                    .contains("The demo server that comes with Fairlead is already connected as 'demo'.");
            page.post("/api/servers/demo/disconnect", "{}");
            page.awaitServer("demo", "disconnected");

            var lines = page.await(
                            "/api/servers/demo/log", json -> json.toString().contains("disconnected"))
                    .path("lines")
                    .valueStream()
                    .filter(line -> line.path("stream").asString("").equals("event"))
                    .map(line -> line.path("text").asString(""))
                    .toList();

            assertThat(lines)
                    .contains("connecting", "connected", "disconnected")
                    .doesNotContain("ready", "stopped");
            assertThat(page.send("POST", "/api/servers", "{\"text\":\"demo\",\"keep\":true}")
                            .body())
                    .contains("is already in the list as 'demo'.");
            assertThat(page.post("/api/understand", "{\"text\":\"demo\"}")
                            .path("words")
                            .asString(""))
                    .isEqualTo("Starts the demo server that comes with Fairlead");
        }
    }

    @Test
    void noServerIsConnectedWithoutItsTools() throws Exception {
        try (var page = new Page(home);
                var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            page.connect("demo");
            for (int i = 0; i < 5; i++) {
                page.post("/api/servers/demo/reconnect", "{}");
                page.awaitServer("demo", "connected");
            }

            assertThat(events.seen().stream().filter(event -> event.type().equals("server")))
                    .isNotEmpty()
                    .allMatch(event -> event.data().path("state").asString("").equals("connected")
                            ? event.data().path("tools").asInt(0) == 9
                            : event.data().path("tools").isNull());
        }
    }
}
