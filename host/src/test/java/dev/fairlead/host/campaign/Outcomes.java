package dev.fairlead.host.campaign;

import dev.fairlead.host.HostResult;
import dev.fairlead.host.HostResult.Ending;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** How every call ended, in room that is there from the beginning: what grows during a campaign is not ours. */
final class Outcomes {
    private final AtomicReferenceArray<Ending> endings; // null while there is none
    private final AtomicIntegerArray attempts; // negative where nobody knows whether it was carried out
    private final AtomicLongArray nanos;
    private final AtomicInteger doubled = new AtomicInteger();
    private final ConcurrentHashMap<String, AtomicInteger> errors = new ConcurrentHashMap<>();

    Outcomes(int calls) {
        this.endings = new AtomicReferenceArray<>(calls);
        this.attempts = new AtomicIntegerArray(calls);
        this.nanos = new AtomicLongArray(calls);
    }

    int calls() {
        return endings.length();
    }

    void add(int call, HostResult result) {
        attempts.set(call, result.unknown() ? -result.attempts() : result.attempts());
        if (endings.getAndSet(call, result.ending()) != null) {
            doubled.incrementAndGet();
        }
        nanos.set(call, result.duration().toNanos());
        if (!result.success()) {
            // Numbers apart, the same few sentences come again and again.
            var words = String.valueOf(result.error())
                    .replaceAll("\\d+", "#")
                    .lines()
                    .findFirst()
                    .orElse("");
            errors.computeIfAbsent(words, fresh -> new AtomicInteger()).incrementAndGet();
        }
    }

    boolean ended(int call) {
        return endings.get(call) != null;
    }

    boolean success(int call) {
        return ending(call) == Ending.SUCCESS;
    }

    boolean unknown(int call) {
        return attempts.get(call) < 0;
    }

    int attempts(int call) {
        return Math.abs(attempts.get(call));
    }

    Ending ending(int call) {
        return endings.get(call);
    }

    int doubled() {
        return doubled.get();
    }

    /** Returns what errors said, and how often. */
    ConcurrentHashMap<String, AtomicInteger> errors() {
        return errors;
    }

    /** Returns how long all but a part of the calls took at most. */
    Duration percentile(double part) {
        var sorted = new long[calls()];
        Arrays.setAll(sorted, nanos::get);
        Arrays.sort(sorted);
        return Duration.ofNanos(sorted[(int) Math.min(sorted.length - 1L, Math.round(sorted.length * part))]);
    }
}
