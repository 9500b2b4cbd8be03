package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.protocol.Era;
import dev.fairlead.store.Store;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads and processes that all meet an ended token at once: it is renewed once, with a token for renewal that serves
 * once. {@code auth/campaign race} makes every crowd a large one.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("thorough")
final class RenewalRaceTest {
    private static final int PROCESSES = 4;
    private static final Crowd LARGE = new Crowd(100, 100);
    private static final Crowd SMALL = Boolean.getBoolean("fairlead.race.full") ? LARGE : new Crowd(25, 10);
    private static final String RENEWAL = "refresh_token";

    /** How many threads of each process meet an ended token, and how often. */
    private record Crowd(int threads, int expiries) {}

    @TempDir
    private Path temporary;

    private final List<RenewalWorker> workers = new ArrayList<>();

    @AfterEach
    void nobodyIsLeft() {
        workers.forEach(RenewalWorker::close);
    }

    @EachEra
    @Verifies({"F-43", "F-45"})
    void processesThatAreTurnedAwayTogetherRenewOnce(Era era) throws Exception {
        var crowd = era == Era.MODERN ? LARGE : SMALL;
        try (var stage = Stage.of(era)) {
            logIn(stage, file());
            start(stage, PROCESSES, crowd.threads());
            long began = System.nanoTime();
            for (int expiry = 1; expiry <= crowd.expiries(); expiry++) {
                stage.mcp().expireAll();
                everybodyCalls(Duration.ZERO, crowd.threads());
                assertThat(stage.grantor().tokenRequests(RENEWAL)).isEqualTo(expiry);
            }
            report(era + ", turned away", crowd, stage, began);
            assertNothingLost(stage);
        }
    }

    @Test
    @Verifies({"F-43", "F-45"})
    void processesThatForeseeTheEndTogetherRenewOnce() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            logIn(stage, file());
            start(stage, PROCESSES, SMALL.threads());
            int strangers = stage.mcp().withBadToken();
            long began = System.nanoTime();
            for (int expiry = 1; expiry <= SMALL.expiries(); expiry++) {
                everybodyCalls(Duration.ofHours(2L * expiry), SMALL.threads());
                assertThat(stage.grantor().tokenRequests(RENEWAL)).isEqualTo(expiry);
            }
            report("foreseen", SMALL, stage, began);
            assertThat(stage.mcp().withBadToken()).isEqualTo(strangers);
            assertNothingLost(stage);
        }
    }

    @Test
    void theOthersRenewWhenWhoeverDidSoIsKilled() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            killedWhileRenewing(stage, (exchange, usual) -> exchange.awaitGone());

            for (var worker : workers.subList(1, workers.size())) {
                assertThat(worker.answer()).isEqualTo("5 went well");
            }
            assertThat(stage.grantor().tokenRequests(RENEWAL)).isEqualTo(1);
            assertNothingLost(stage);
        }
    }

    @Test
    void whatWasLostWithWhoeverIsKilledEndsInALogin() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            killedWhileRenewing(stage, (exchange, usual) -> {
                exchange.unheard(usual);
                exchange.awaitGone();
            });

            // What replaces the token for renewal went to nobody, and the old one is worth nothing any more.
            for (var worker : workers.subList(1, workers.size())) {
                assertThat(worker.answer()).isEqualTo("0 went well; a login is forced");
            }
            logIn(stage, file());
            for (var worker : workers.subList(1, workers.size())) {
                worker.go(Duration.ZERO);
                assertThat(worker.answer()).isEqualTo("5 went well");
            }
            assertThat(stage.logins).hasValue(2);
        }
    }

    /** Kills a worker that waits for the answer to a renewal, while the others wait for that worker. */
    private void killedWhileRenewing(Stage stage, Fault answer) throws Exception {
        logIn(stage, file());
        start(stage, 3, 5);
        var asked = new CountDownLatch(1);
        stage.grantor().faults().once(RenewalRaceTest::renews, (exchange, usual) -> {
            asked.countDown();
            answer.strike(exchange, usual);
        });
        stage.mcp().expireAll();
        workers.getFirst().go(Duration.ZERO);
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        for (var worker : workers.subList(1, workers.size())) {
            worker.go(Duration.ZERO);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.mcp().withBadToken() >= 15);
        workers.getFirst().kill();
    }

    private static boolean renews(RecordedRequest request) {
        return request.path().equals("/token") && request.body().contains("grant_type=" + RENEWAL);
    }

    @Test
    @Verifies("F-45")
    void twoOfUsInOneProgramRenewOnce() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            twoOfUs(stage, FileStore.at(file()), FileStore.at(file()));
        }
    }

    @Test
    @Verifies("F-45")
    void twoOfUsWhoShareAStoreInMemoryRenewOnce() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            twoOfUs(stage, stage.store, stage.store);
        }
    }

    private static void twoOfUs(Stage stage, Store one, Store same) throws Exception {
        try (var first = stage.connect(stage.settings().store(one).build());
                var second = stage.connect(stage.settings().store(same).build());
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int expiry = 1; expiry <= 10; expiry++) {
                stage.mcp().expireAll();
                var calls = new ArrayList<Future<String>>();
                for (int i = 0; i < 50; i++) {
                    calls.add(executor.submit(() -> Stage.echo(first)));
                    calls.add(executor.submit(() -> Stage.echo(second)));
                }
                for (var call : calls) {
                    assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("nothing");
                }
                assertThat(stage.grantor().tokenRequests(RENEWAL)).isEqualTo(expiry);
            }
            assertNothingLost(stage);
        }
    }

    private static void logIn(Stage stage, Path file) {
        var oauth = stage.settings().store(FileStore.at(file)).build();
        try (var client = stage.connect(oauth)) {
            assertThat(Stage.echo(client)).isEqualTo("nothing");
        }
    }

    private void start(Stage stage, int processes, int threads) throws IOException {
        for (int i = 0; i < processes; i++) {
            workers.add(RenewalWorker.start(file(), stage.mcp().url(), threads));
        }
        workers.forEach(RenewalWorker::awaitReady);
    }

    private void everybodyCalls(Duration later, int threads) throws IOException {
        for (var worker : workers) {
            worker.go(later);
        }
        for (var worker : workers) {
            assertThat(worker.answer()).isEqualTo(threads + " went well");
        }
    }

    private static void assertNothingLost(Stage stage) {
        assertThat(stage.grantor().refreshReuses())
                .as("tokens for renewal used twice")
                .isZero();
        assertThat(stage.logins).as("logins").hasValue(1);
        assertThat(stage.grantor().lint()).isEmpty();
        assertThat(stage.mcp().lint()).isEmpty();
    }

    private static void report(String what, Crowd crowd, Stage stage, long began) {
        System.out.printf(
                "%s: %d threads x %d processes x %d expiries: %d renewals, %d reuses, %d logins, %.1f s%n",
                what,
                crowd.threads(),
                PROCESSES,
                crowd.expiries(),
                stage.grantor().tokenRequests(RENEWAL),
                stage.grantor().refreshReuses(),
                stage.logins.get(),
                (System.nanoTime() - began) / 1e9);
    }

    private Path file() {
        return temporary.resolve("store").resolve("credentials.json");
    }
}
