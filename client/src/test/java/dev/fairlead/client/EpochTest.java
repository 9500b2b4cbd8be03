package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.started;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was kept for one who asked is not shown to the next, however that one came. */
@Timeout(120)
class EpochTest {
    private static final CacheHint FOR_AN_HOUR = new CacheHint(Duration.ofHours(1), false);

    @Test
    @Verifies({"F-46", "G-40"})
    void whoLoggedInByOtherMeansSeesNothingOfTheOneBefore() {
        try (var door = new Door(FakeServer.named("door").era(Era.MODERN).cache(FOR_AN_HOUR))) {
            door.open();
            try (var client = door.connect((LoginHandler) null)) {
                client.listTools();
                client.readResource("r:a");
                client.listTools();
                client.readResource("r:a");
                assertThat(door.asked("tools/list")).isEqualTo(1);
                assertThat(door.asked("resources/read")).isEqualTo(1);
                door.openElsewhere("bob");
                client.listTools();
                client.readResource("r:a");
                assertThat(door.asked("tools/list")).isEqualTo(2);
                assertThat(door.asked("resources/read")).isEqualTo(2);
                client.listTools();
                assertThat(door.asked("tools/list")).isEqualTo(2);
            }
        }
    }

    @EachEra
    @Verifies("F-46")
    void theToolsOfOneAreNotTheToolsOfTheNext(Era era) {
        try (var door = new Door(era)) {
            door.open();
            try (var client = door.connect((LoginHandler) null)) {
                client.callTool("echo", null);
                client.callTool("echo", null);
                assertThat(door.asked("tools/list")).isEqualTo(1);
                door.openElsewhere("bob");
                client.callTool("echo", null);
                assertThat(door.asked("tools/list")).isEqualTo(2);
            }
        }
    }

    @Test
    @Verifies("F-46")
    void whoAsksInTheNameOfAnotherGetsNothingOfOurs() {
        try (var stage = HttpStage.of(FakeServer.named("x").era(Era.MODERN).cache(FOR_AN_HOUR));
                var client = stage.connect()) {
            client.readResource("r:a");
            client.readResource("r:a", CallOptions.usual().withHeader("Authorization", "Bearer bob"));
            client.readResource("r:a", CallOptions.usual().withHeader("X-Request", "42"));
            client.readResource("r:a");
            assertThat(stage.rpc("resources/read")).hasSize(2);
        }
    }

    @EachEra
    void whoeverWaitsForTheListOfAnotherWhoLogsInWaitsAsLong(Era era) throws Exception {
        try (var door = new Door(era)) {
            door.open();
            var limit = Duration.ofSeconds(3);
            var logins = new AtomicInteger();
            var done = new CountDownLatch(1);
            var profile = door.stage.profile().limits(Limits.within(limit)).login(required -> {
                if (logins.incrementAndGet() == 1) {
                    await(Deadline.after(limit.plusMillis(500)));
                    door.open();
                    done.countDown();
                } else {
                    await(done);
                }
            });
            try (var client = door.connect(profile)) {
                door.shut();
                var calls = Stream.generate(() ->
                                started(() -> client.callTool("echo", null).text()))
                        .limit(8)
                        .toList();
                for (CompletableFuture<String> call : calls) {
                    assertThat(within(call)).isEqualTo("nothing");
                }
            }
        }
    }

    @EachEra
    void aBurstOfCallsListsOnce(Era era) throws Exception {
        try (var stage = HttpStage.of(era);
                var client = stage.connect()) {
            var held = new CountDownLatch(1);
            stage.front.faults().on(rpc("tools/list"), (exchange, usual) -> {
                held.await();
                usual.handle(exchange);
            });
            var calls = Stream.generate(
                            () -> started(() -> client.callTool("echo", null).text()))
                    .limit(20)
                    .toList();
            stage.front.awaitRequest(rpc("tools/list"), HttpStage.SOON);
            held.countDown();
            for (CompletableFuture<String> call : calls) {
                assertThat(within(call)).isEqualTo("nothing");
            }
            assertThat(stage.rpc("tools/list")).hasSize(1);
        }
    }

    private static void await(Deadline time) {
        try {
            time.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            HttpStage.await(latch);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
