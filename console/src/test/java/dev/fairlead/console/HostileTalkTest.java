package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However much a server says, pages are told only so much of it, and not too often. */
final class HostileTalkTest {
    private static final int HUGE = 10 << 20;
    private static final int REPORTS = 30_000;
    private static final int QUESTIONS = 2_000;
    private static final FormSchema SCHEMA = FormSchema.from(Json.parse("{\"type\":\"object\",\"properties\":{}}"));

    @TempDir
    private Path home;

    private Page page;
    private final CountDownLatch hold = new CountDownLatch(1);

    @BeforeEach
    void start() throws Exception {
        var server = FakeServer.named("talker")
                .era(Era.LEGACY)
                .tool(Scripted.tool("error"), call -> CallToolResult.failure("e".repeat(HUGE)))
                .tool(Scripted.tool("progress"), call -> {
                    for (int i = 1; i <= REPORTS; i++) {
                        call.progress(i, (double) REPORTS, i % 1_000 == 0 ? "m".repeat(50_000) : "m");
                    }
                    hold.await();
                    return CallToolResult.ofText("done");
                })
                .tool(Scripted.tool("ask"), call -> {
                    var form = new InputRequest.Form("w".repeat(20_001), SCHEMA, null);
                    for (int i = 0; i < QUESTIONS; i++) {
                        var ignored = call.ask(form);
                    }
                    return CallToolResult.ofText("done");
                })
                .build();
        page = Scripted.page(home, server);
    }

    @AfterEach
    void end() {
        hold.countDown();
        page.close();
    }

    @Test
    void aHugeErrorIsCutWhereverItGoes() throws Exception {
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            var call = page.call("talker", "error", "{}");

            var error = call.path("error");
            assertThat(error.path("message").asString("")).hasSize(20_000);
            assertThat(error.path("messageCut").asInt(0)).isGreaterThanOrEqualTo(HUGE);
            events.await("call", data -> data.path("state").asString("").equals("error"));
            assertThat(events.seen()).allMatch(event -> Json.write(event.data()).length() < 200_000);
            assertThat(Json.write(page.get("/api/state")).length()).isLessThan(200_000);
        }
    }

    @Test
    void progressIsToldAFewTimesASecondAndItsLastStateAlways() throws Exception {
        long began = System.nanoTime();
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            page.post("/api/calls", "{\"server\":\"talker\",\"tool\":\"progress\",\"arguments\":{}}");

            events.await("progress", data -> data.path("progress").asInt(0) == REPORTS);

            long seconds = (System.nanoTime() - began) / 1_000_000_000 + 1;
            var told = events.seen().stream()
                    .filter(event -> event.type().equals("progress"))
                    .toList();
            assertThat((long) told.size()).isLessThanOrEqualTo(4 * seconds + 2);
            assertThat(told)
                    .allMatch(event -> event.data().path("message").asString("").length() <= 2_000);
            hold.countDown();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> events.seen().stream()
                            .anyMatch(event ->
                                    event.data().path("state").asString("").equals("success")));
        }
    }

    @Test
    void questionsThatCannotBeShownFillNeitherTheTerminalNorThePage() throws Exception {
        var logged = new CopyOnWriteArrayList<String>();
        var listening = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        var logger = Logger.getLogger("dev.fairlead");
        logger.addHandler(listening);
        long began = System.nanoTime();
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            var call = page.call("talker", "ask", "{}");

            long seconds = (System.nanoTime() - began) / 1_000_000_000 + 1;
            assertThat(call.path("state").asString("")).isEqualTo("success");
            assertThat(page.get("/api/servers/talker/log").path("lines").toString())
                    .contains("declined a question of the server (form)");
            assertThat(logged).isEmpty();
            assertThat(events.seen().stream().filter(event -> event.type().equals("server")))
                    .hasSizeLessThanOrEqualTo((int) (5 * seconds + 5));
        } finally {
            logger.removeHandler(listening);
        }
    }
}
