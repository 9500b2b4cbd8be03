package dev.fairlead.client.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The words in which these tests speak of schemas and values. */
final class Schemas {

    static final JsonMapper JSON = JsonMapper.builder().build();

    // Of the time that the work itself takes; compiling also loads the classes that the first of all checks needs.
    private static final Duration CHECK_LIMIT = Duration.ofMillis(250);
    private static final Duration COMPILE_LIMIT = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int TRIES = 3;

    private Schemas() {}

    static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }

    static CompiledSchema ready(String schema) {
        return ready(json(schema));
    }

    static CompiledSchema ready(JsonNode schema) {
        return switch (CompiledSchema.compile(schema)) {
            case SchemaCompilation.Ready(CompiledSchema compiled) -> compiled;
            case SchemaCompilation.Unusable(String reason) -> throw new AssertionError("unusable: " + reason);
        };
    }

    static String reasonAgainst(String schema) {
        return reasonAgainst(json(schema));
    }

    static String reasonAgainst(JsonNode schema) {
        return switch (CompiledSchema.compile(schema)) {
            case SchemaCompilation.Ready ready -> throw new AssertionError("usable: " + schema);
            case SchemaCompilation.Unusable(String reason) -> reason;
        };
    }

    static Verdict check(String schema, String value) {
        return ready(schema).check(json(value));
    }

    /** Runs a check on a thread of its own and returns its result, which only exists once the thread is free again. */
    static <T> T inTime(Supplier<T> check) throws InterruptedException {
        return inTime(check, CHECK_LIMIT);
    }

    /** The same for work that includes compiling. */
    static <T> T inTimeWithCompiling(Supplier<T> work) throws InterruptedException {
        return inTime(work, COMPILE_LIMIT);
    }

    /**
     * Whatever takes too long by itself does so each time. What others take of the machine does not count, but where the machine
     * is a guest of a busy one, what is taken from all of it is time of this thread, too.
     */
    private static <T> T inTime(Supplier<T> work, Duration limit) throws InterruptedException {
        var used = new ArrayList<Duration>();
        while (true) {
            var run = Run.of(work);
            if (run.used().compareTo(limit) <= 0) {
                return run.result();
            }
            used.add(run.used());
            assertThat(used).as("times of the thread, each beyond %s", limit).hasSizeLessThan(TRIES);
        }
    }

    /** What came of some work, and the processor time of the thread that it had to itself. */
    private record Run<T>(T result, Duration used) {
        static <T> Run<T> of(Supplier<T> work) throws InterruptedException {
            AtomicReference<Run<T>> run = new AtomicReference<>();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            var times = ManagementFactory.getThreadMXBean();
            Thread thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    var result = work.get();
                    run.set(new Run<>(result, Duration.ofNanos(times.getCurrentThreadCpuTime())));
                } catch (Throwable thrown) {
                    failure.set(thrown);
                }
            });
            if (!thread.join(LONGEST)) {
                throw new AssertionError("still running: " + Arrays.toString(thread.getStackTrace()));
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
            return run.get();
        }
    }
}
