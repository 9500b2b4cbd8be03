package dev.fairlead.host.campaign;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** How long calls took and what failures said, in room that does not grow however many there are. */
final class SoakTimes {
    private static final int MILLIS = 60_000;
    private static final int SENTENCES = 40;

    private final AtomicIntegerArray quiet = new AtomicIntegerArray(MILLIS + 1);
    private final AtomicIntegerArray harmed = new AtomicIntegerArray(MILLIS + 1);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final Map<String, AtomicInteger> errors = new ConcurrentHashMap<>();

    /**
     * Notes a call.
     *
     * @param amidHarm whether something was being done to its server
     */
    void add(long nanos, boolean success, boolean amidHarm) {
        calls.incrementAndGet();
        if (success) {
            (amidHarm ? harmed : quiet).incrementAndGet((int) Math.min(MILLIS, nanos / 1_000_000));
        } else {
            failures.incrementAndGet();
        }
    }

    /** Notes what a failure says; numbers apart, the same few sentences come again and again. */
    void error(String text) {
        var words = text.lines().findFirst().orElse("").replaceAll("[0-9a-f]{16,}|\\d+(\\.\\d+)?( ms\\b| s\\b)?", "#");
        if (errors.size() < SENTENCES || errors.containsKey(words)) {
            errors.computeIfAbsent(words, fresh -> new AtomicInteger()).incrementAndGet();
        }
    }

    int calls() {
        return calls.get();
    }

    int failures() {
        return failures.get();
    }

    Map<String, AtomicInteger> errors() {
        return errors;
    }

    /** Returns in how many milliseconds parts of those that succeeded were over. */
    String spread(boolean amidHarm) {
        var taken = amidHarm ? harmed : quiet;
        return "%s, %s, %s ms".formatted(percentile(taken, 0.5), percentile(taken, 0.99), percentile(taken, 1));
    }

    private static int percentile(AtomicIntegerArray taken, double part) {
        long all = IntStream.rangeClosed(0, MILLIS).mapToLong(taken::get).sum();
        long wanted = (long) Math.ceil(all * part);
        long seen = 0;
        int millis = -1;
        do {
            seen += taken.get(++millis);
        } while (seen < wanted);
        return millis;
    }
}
