package dev.fairlead.client.handler;

import java.time.Duration;

/**
 * How long a call may take.
 *
 * @param start the longest wait for the first sign of the call: progress, a log entry or the answer
 * @param idle the longest silence after that; every progress starts it anew
 * @param total the longest duration altogether, which nothing extends
 */
public record Limits(Duration start, Duration idle, Duration total) {

    /** Sixty seconds of silence, ten minutes in all. */
    public static final Limits USUAL =
            new Limits(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofMinutes(10));

    /** Checks that every limit is positive. */
    public Limits {
        if (!start.isPositive() || !idle.isPositive() || !total.isPositive()) {
            throw new IllegalArgumentException("limits must be positive: %s, %s, %s".formatted(start, idle, total));
        }
    }

    /** Returns the limits of a call that must be over after {@code total}, however lively it is. */
    public static Limits within(Duration total) {
        return new Limits(total, total, total);
    }

    /** Returns these limits with another patience for silence, at the start and later. */
    public Limits withIdle(Duration limit) {
        return new Limits(limit, limit, total);
    }

    /** Returns these limits with another total. */
    public Limits withTotal(Duration limit) {
        return new Limits(start, idle, limit);
    }
}
