package dev.fairlead.console.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.traffic.Ear.Heard;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** However much goes over the wires, only so much of it is kept, and what is missing is told. */
final class TrafficBoundsTest {
    private static final long MOST = 4L << 20;

    private final Broadcast broadcast = new Broadcast("run");
    private final TrafficLog log =
            new TrafficLog(Redactor.usual(), broadcast, new CallThreads(), new NoListener(), MOST);

    /** Nobody. */
    private static final class NoListener implements TrafficListener {
        @Override
        public void began(String call, String row, String method, long atNanos) {}

        @Override
        public void ended(
                String call, String server, String row, String method, Duration took, @Nullable JsonNode result) {}
    }

    @AfterEach
    void close() {
        log.close();
    }

    private static Traffic sent(Message message, long exchange) {
        return new Traffic.Sent(Instant.now(), 1, exchange, message);
    }

    private static Traffic received(Message message, long exchange) {
        return new Traffic.Received(Instant.now(), 1, exchange, message);
    }

    private static Heard.OnLine heard(Traffic traffic) {
        return new Heard.OnLine("s", 1, traffic, System.nanoTime(), null, false);
    }

    private JsonNode await(int rows) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> log.page(Long.MAX_VALUE, 1).path("total").asInt(0) >= rows);
        return log.page(Long.MAX_VALUE, 10_000);
    }

    @Test
    void namesIdsAndNotesCountAsMuchAsBodies() {
        var tap = log.tap("s");
        var name = "m".repeat(1 << 20);
        for (int i = 0; i < 5; i++) {
            tap.heard(received(new Notification(name, Json.object().put("x", "y".repeat(1 << 20))), 0));
            tap.heard(received(new Request(RequestId.of(name + i), name, null), 0));
            log.output("s", 0, "z".repeat(1 << 20));
        }

        var rows = await(15);

        assertThat(rows.path("rows")
                        .valueStream()
                        .allMatch(row -> Json.write(row).length() < 4_000))
                .isTrue();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(log.bytes()).isBetween(1L, MOST));
        var oldest = log.detail(1).orElseThrow();
        assertThat(oldest.path("dropped").asBoolean(false)).isTrue();
        assertThat(log.detail(3).orElseThrow().path("lines").size()).isZero();
    }

    @Test
    void anExchangeEndsAlsoWhereThereIsNoRoomForItsAnswer() throws Exception {
        var id = RequestId.of("i".repeat(10_000));
        var ear = new Ear(15_000);
        ear.hear(heard(sent(new Request(id, "tools/call", null), 1)));
        ear.hear(heard(received(new Response.Result(id, Json.object().put("x", "y".repeat(50_000))), 1)));

        var items = ear.take(1_000);

        assertThat(ear.missed()).isEqualTo(1);
        assertThat(items).hasSize(2);
        assertThat(((Heard.OnLine) items.get(1).heard()).emptied()).isTrue();
        assertThat(items.get(1).weight()).as("without its id").isLessThan(1_000);
        items.forEach(ear::done);
        ear.hear(heard(received(new Response.Result(id, Json.object().put("x", "y".repeat(50_000))), 1)));
        assertThat(((Heard.OnLine) ear.take(1_000).getFirst().heard()).emptied())
                .as("there is room again")
                .isFalse();
    }

    @Test
    void linesThatAreNotLookedAtInTimeAreCountedAsMissed() {
        var ear = new Ear(10_000);
        for (int i = 0; i < 100; i++) {
            ear.hear(new Heard.Output("s", 0, "x".repeat(1_000)));
        }

        assertThat(ear.missed()).isBetween(85L, 99L);
    }

    @Test
    void nothingThatWasClearedIsToldAfterwards() throws Exception {
        var tap = log.tap("s");
        for (int i = 0; i < 2_000; i++) {
            tap.heard(received(new Notification("note", null), 0));
        }
        await(100);
        log.clear();
        var cleared = broadcast.position();
        tap.heard(received(new Notification("after", null), 0));
        await(1);

        var after = broadcast.after(broadcast.number(cleared), 1_000, Duration.ofSeconds(10));

        var first = after.events().getFirst();
        long highest =
                log.page(Long.MAX_VALUE, 1).path("rows").path(0).path("id").asLong(0);
        assertThat(Json.parse(first.data()).path("rows").valueStream().toList())
                .allSatisfy(row -> assertThat(log.detail(row.path("id").asLong(0)))
                        .as("row %s of %d", row.path("id"), highest)
                        .isPresent());
    }

    @Test
    void anArchiveIsWrittenEntryByEntryAndIsWhole() throws Exception {
        var tap = log.tap("s");
        for (int i = 0; i < 120; i++) {
            tap.heard(sent(new Notification("n" + i, null), 0));
        }
        log.output("s", 0, "no part of an archive");
        await(121);
        var archive = new ByteArrayOutputStream();
        var lines = new ByteArrayOutputStream();

        TrafficExport.archive(reader -> log.each(Optional.empty(), reader), archive);
        TrafficExport.lines(reader -> log.each(Optional.of("s"), reader), lines);

        var entries =
                Json.parse(archive.toString(StandardCharsets.UTF_8)).path("log").path("entries");
        assertThat(entries.size()).isEqualTo(120);
        assertThat(entries.path(119).path("_method").asString("")).isEqualTo("n119");
        assertThat(lines.toString(StandardCharsets.UTF_8).lines()).hasSize(121);
    }
}
