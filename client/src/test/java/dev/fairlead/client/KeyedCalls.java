package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.MixFault;
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

/**
 * Calls with a key each, a crowd at a time: how each of them ended, and how often the server carried it out. Nothing is
 * judged before all is over; then what the callers were told is held against what the server wrote down.
 */
final class KeyedCalls {
    /** The header in which a call bears its key. */
    static final String KEY = "X-Key";

    /** What a limit may be overdrawn by, beside what a crowded machine costs. */
    private static final Duration GRACE = Duration.ofMillis(50);

    private final Duration pace;
    private final Calling calling;
    private final Map<String, Integer> ledger = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Ended> history = new ConcurrentLinkedQueue<>();

    /** One call that is over: either there is a text, or a failure. */
    record Ended(
            String key,
            String expected,
            @Nullable String text,
            @Nullable McpException failure,
            Duration limit,
            Duration took) {

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
            return expected.equals(text);
        }

        boolean timedOut() {
            return failure instanceof CallTimeoutException;
        }
    }

    /** Which tool is called, with what, and the text that answers it. */
    interface Calling {
        String tool();

        Map<String, Object> arguments(int n);

        String expected(int n);
    }

    /** Calls the tool of {@link #server}, which says how often it was carried out. */
    private static final Calling CHARGE = new Calling() {
        @Override
        public String tool() {
            return "charge";
        }

        @Override
        public Map<String, Object> arguments(int n) {
            return Map.of("key", key(n));
        }

        @Override
        public String expected(int n) {
            return key(n) + " 1";
        }
    };

    KeyedCalls() {
        this(Duration.ZERO);
    }

    /** Makes a server take its time for each call. */
    KeyedCalls(Duration pace) {
        this(pace, CHARGE);
    }

    /** Prepares calls of a server that is made elsewhere, and is told later what it wrote down ({@link #executed}). */
    KeyedCalls(Calling calling) {
        this(Duration.ZERO, calling);
    }

    private KeyedCalls(Duration pace, Calling calling) {
        this.pace = pace;
        this.calling = calling;
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
                        history.add(call(client, all[n], limit.apply(all[n])));
                    }
                }));
            }
            for (var caller : callers) {
                caller.get(5, TimeUnit.MINUTES);
            }
        }
    }

    private Ended call(McpClient client, int n, Duration limit) {
        long start = System.nanoTime();
        String text = null;
        McpException failure = null;
        try {
            text = client.callTool(
                            calling.tool(),
                            calling.arguments(n),
                            CallOptions.within(limit).withHeader(KEY, key(n)))
                    .text();
        } catch (McpException failed) {
            failure = failed;
        }
        var took = Duration.ofNanos(System.nanoTime() - start);
        return new Ended(key(n), calling.expected(n), text, failure, limit, took);
    }

    List<Ended> history() {
        return List.copyOf(history);
    }

    /** Takes over from the record of a server that it carried out a call. */
    void executed(String key) {
        ledger.merge(key, 1, Integer::sum);
    }

    int executions(String key) {
        return ledger.getOrDefault(key, 0);
    }

    /** Checks what holds whatever goes wrong: one end for each call, in time, its own, and nothing but the truth. */
    void check(IntStream numbers, String seed) {
        assertThat(history.stream().collect(Collectors.groupingBy(Ended::key, Collectors.counting())))
                .as("ends of each call, %s", seed)
                .isEqualTo(numbers.boxed().collect(Collectors.toMap(KeyedCalls::key, n -> 1L)));
        for (var ended : history) {
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
        }
    }

    /** Tells whether a call ended as it has to by what the server did to it. */
    boolean isAsExpected(Ended ended, MixFault.Outcome outcome) {
        int executions = executions(ended.key());
        return switch (outcome) {
            case ANSWER -> ended.answered();
            case REFUSAL -> ended.saysNotExecuted() && !ended.timedOut();
            case UNEXECUTED -> ended.saysUnknown() && !ended.timedOut() && executions == 0;
            case EXECUTED -> ended.saysUnknown() && !ended.timedOut() && executions == 1;
            case TIMEOUT -> ended.timedOut();
            case LOST -> ended.failure() instanceof ServerExitedException && ended.saysUnknown() && executions == 1;
        };
    }

    /** Counts how the calls ended. */
    Ends ends() {
        return history.stream().map(Ends::of).reduce(Ends.NONE, Ends::plus);
    }

    /** How many calls were answered, were told that nothing was done, reached their limit, or do not know. */
    record Ends(int answered, int refused, int timedOut, int unknown) {
        static final Ends NONE = new Ends(0, 0, 0, 0);

        private static Ends of(Ended ended) {
            if (ended.timedOut()) {
                return new Ends(0, 0, 1, 0);
            }
            int unknown = ended.saysUnknown() ? 1 : 0;
            int refused = ended.saysNotExecuted() ? 1 : 0;
            return new Ends(1 - unknown - refused, refused, 0, unknown);
        }

        Ends plus(Ends other) {
            return new Ends(
                    answered + other.answered,
                    refused + other.refused,
                    timedOut + other.timedOut,
                    unknown + other.unknown);
        }

        void print(String transport, Era era, long seed) {
            System.out.println(
                    "calls: %s over %s, %s, seed %s: one outcome each, its own, and true: %s answered, %s not carried out, %s at their limit, %s unknown"
                            .formatted(
                                    answered + refused + timedOut + unknown,
                                    transport,
                                    era,
                                    seed,
                                    answered,
                                    refused,
                                    timedOut,
                                    unknown));
        }
    }
}
