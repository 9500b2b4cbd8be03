package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Calls with a key each, a crowd at a time: how each of them ended, and how often the server carried it out. */
final class KeyedCalls {
    /** The header in which a call bears its key. */
    static final String KEY = "X-Key";

    /** What a limit may be overdrawn by, beside what a crowded machine costs. */
    private static final Duration GRACE = Duration.ofMillis(50);

    private final Duration pace;
    private final Map<String, Integer> ledger = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Ended> history = new ConcurrentLinkedQueue<>();

    /** One call that is over: either there is a text, or a failure. */
    record Ended(
            String key, @Nullable String text, @Nullable McpException failure, Duration limit, Duration took) {

        /** Tells whether the caller was told that nothing was done. */
        boolean saysNotExecuted() {
            return failure != null && !failure.maybeExecuted();
        }

        /** Tells whether the caller was told that nobody knows. */
        boolean saysUnknown() {
            return failure != null && failure.maybeExecuted();
        }

        /** Tells whether it is the answer of this very call, the first time that it was carried out. */
        boolean answered() {
            return (key + " 1").equals(text);
        }
    }

    KeyedCalls() {
        this(Duration.ZERO);
    }

    /** Makes a server take its time for each call. */
    KeyedCalls(Duration pace) {
        this.pace = pace;
    }

    static String key(int n) {
        return "key-" + n;
    }

    /** Returns a server whose tool counts, by key, how often it was carried out; it gives no hints about itself. */
    FakeServer server(Era era) {
        return HttpTrials.server(era)
                .tool(HttpTrials.tool("charge", "{\"key\":{\"type\":\"string\"}}"), call -> {
                    var key = call.text("key", "");
                    int count = ledger.merge(key, 1, Integer::sum);
                    call.pause(pace);
                    return CallToolResult.ofText(key + " " + count);
                })
                .build();
    }

    /** Makes the calls of these numbers and returns when all have ended. */
    void make(McpClient client, IntStream numbers, int inFlight, IntFunction<Duration> limit, IntConsumer before)
            throws Exception {
        var all = numbers.toArray();
        var next = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var callers = new ArrayList<Future<?>>();
            for (int i = 0; i < inFlight; i++) {
                callers.add(threads.submit(() -> {
                    for (int n = next.getAndIncrement(); n < all.length; n = next.getAndIncrement()) {
                        before.accept(all[n]);
                        history.add(call(client, key(all[n]), limit.apply(all[n])));
                    }
                }));
            }
            for (var caller : callers) {
                caller.get(5, TimeUnit.MINUTES);
            }
        }
    }

    private static Ended call(McpClient client, String key, Duration limit) {
        long start = System.nanoTime();
        String text = null;
        McpException failure = null;
        try {
            text = client.callTool(
                            "charge",
                            Map.of("key", key),
                            CallOptions.within(limit).withHeader(KEY, key))
                    .text();
        } catch (McpException failed) {
            failure = failed;
        }
        return new Ended(key, text, failure, limit, Duration.ofNanos(System.nanoTime() - start));
    }

    List<Ended> history() {
        return List.copyOf(history);
    }

    int executions(String key) {
        return ledger.getOrDefault(key, 0);
    }

    /** Checks what holds whatever goes wrong: one end for each call, in time, its own, and nothing but the truth. */
    void check(IntStream numbers, String seed) {
        assertThat(history.stream().collect(Collectors.groupingBy(Ended::key, Collectors.counting())))
                .as("ends of each call, %s", seed)
                .isEqualTo(numbers.boxed().collect(Collectors.toMap(KeyedCalls::key, n -> 1L)));
        assertThat(history).allSatisfy(ended -> {
            var late =
                    ended.limit().multipliedBy(105).dividedBy(100).plus(GRACE).plus(HttpTrials.NOISE);
            assertThat(ended.took()).as("%s, %s", ended, seed).isLessThan(late);
            assertThat(executions(ended.key()))
                    .as("executions of %s, %s", ended, seed)
                    .isLessThanOrEqualTo(1);
            if (ended.saysNotExecuted()) {
                assertThat(executions(ended.key())).as("%s, %s", ended, seed).isZero();
            }
            if (ended.answered()) {
                assertThat(executions(ended.key())).as("%s, %s", ended, seed).isOne();
            }
        });
    }
}
