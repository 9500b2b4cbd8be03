package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.MixFault;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many calls, a hundred at a time, to a server that misbehaves on forty percent of them: every call has exactly one
 * outcome, and it is its own. The build makes twenty thousand calls in each era; {@code -Dcampaign.calls=1000000} makes
 * more.
 */
@Tag("thorough")
class CampaignTest {
    private static final int CALLS = Integer.getInteger("campaign.calls", 20_000);
    private static final long SEED = Long.getLong("campaign.seed", 7);
    private static final int IN_FLIGHT = 100;
    // Only calls that are never answered in time get the short limit, so that a slow machine makes no difference.
    private static final Duration SHORT = Duration.ofMillis(250);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LATE_MILLIS = 2000;

    private final AtomicIntegerArray outcomes = new AtomicIntegerArray(CALLS);
    private final AtomicReference<String> firstMistake = new AtomicReference<>();
    private final AtomicInteger mistakes = new AtomicInteger();
    private final AtomicInteger unnoticed = new AtomicInteger();
    private final Set<String> surelyNotExecuted = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    @Verifies({"A-3", "A-5", "I-10", "C-5"})
    void noCallIsLostDoubledOrMisdelivered(String era, @TempDir Path folder) throws Exception {
        var ledger = folder.resolve("ledger");
        var command = ServerCommand.of(HostileServer.command(
                "mix",
                "--era",
                era,
                "--seed",
                Long.toString(SEED),
                "--late-ms",
                Integer.toString(LATE_MILLIS),
                "--ledger",
                ledger.toString()));
        try (var client = McpClient.connect(StdioTransport.of(command).named("mix"))) {
            callAll(client);
        }
        assertThat(mistakes.get()).as("seed %d: %s", SEED, firstMistake.get()).isZero();
        assertThat(unnoticed.get()).as("late answers that were taken").isLessThanOrEqualTo(CALLS / 500);
        assertThat(IntStream.range(0, CALLS).filter(i -> outcomes.get(i) != 1))
                .as("calls without exactly one outcome")
                .isEmpty();
        checkLedger(ledger);
        System.out.println(
                "calls: %d over stdio, %s, seed %d: one outcome each, its own; %d surely not carried out, %d slow to time out"
                        .formatted(CALLS, era, SEED, surelyNotExecuted.size(), unnoticed.get()));
    }

    @Test
    void theServerReallyMisbehavesOnFortyPercent() {
        int many = 20_000;
        var faults = IntStream.range(0, many)
                .filter(i -> MixFault.of(SEED, key(i)) != MixFault.NONE)
                .count();
        assertThat(faults * 100.0 / many).isBetween(38.0, 42.0);
    }

    private void callAll(McpClient client) throws Exception {
        var next = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var callers = IntStream.range(0, IN_FLIGHT)
                    .mapToObj(caller -> threads.submit(() -> {
                        for (int n = next.getAndIncrement(); n < CALLS; n = next.getAndIncrement()) {
                            call(client, n);
                        }
                    }))
                    .toList();
            for (var caller : callers) {
                caller.get();
            }
        }
    }

    private void call(McpClient client, int n) {
        var expected = MixFault.of(SEED, key(n)).outcome();
        var limit = expected == MixFault.Outcome.TIMEOUT ? SHORT : LONG;
        String text = null;
        McpException failure = null;
        try {
            text = client.callTool("echo", Map.of("key", key(n), "n", n), CallOptions.within(limit))
                    .text();
        } catch (McpException failed) {
            failure = failed;
        }
        outcomes.incrementAndGet(n);
        if (failure != null && !failure.maybeExecuted()) {
            surelyNotExecuted.add(key(n));
        }
        if (text != null && !text.equals(key(n) + ":" + n)) {
            mistake("call %d was answered with '%s'".formatted(n, text));
        }
        boolean asExpected = switch (expected) {
            case ANSWER -> text != null;
            case ANSWER_OR_FAILURE -> !(failure instanceof CallTimeoutException);
            case FAILURE, LOST -> failure != null && !(failure instanceof CallTimeoutException);
            // On a machine so busy that we do not get to notice the end of the time, the answer may be there first.
            case TIMEOUT ->
                failure instanceof CallTimeoutException || (text != null && unnoticed.incrementAndGet() > 0);
        };
        if (!asExpected) {
            mistake("call %d (%s) ended with %s"
                    .formatted(n, MixFault.of(SEED, key(n)), failure != null ? failure : text));
        }
    }

    private void mistake(String what) {
        mistakes.incrementAndGet();
        firstMistake.compareAndSet(null, what);
    }

    private static String key(int n) {
        return "key-" + n;
    }

    /** Nothing ran twice, nothing ran that was said not to have run, and only what timed out may not have run at all. */
    private void checkLedger(Path ledger) throws IOException {
        var executed = new HashSet<String>();
        try (var lines = Files.lines(ledger)) {
            lines.forEach(key ->
                    assertThat(executed.add(key)).as("%s executed twice", key).isTrue());
        }
        assertThat(surelyNotExecuted).noneMatch(executed::contains);
        var missing = IntStream.range(0, CALLS)
                .mapToObj(CampaignTest::key)
                .filter(key -> !executed.contains(key))
                .toList();
        assertThat(missing).allMatch(key -> MixFault.of(SEED, key).outcome() == MixFault.Outcome.TIMEOUT);
    }
}
