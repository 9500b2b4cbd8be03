package dev.fairlead.host;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Whether and how a call is made again that failed in passing.
 *
 * <p>A call is only made again if it cannot have been carried out, if its tool says that repeating it does no harm, or
 * if the caller allowed it.
 *
 * @param attempts how often it is made at most
 * @param first the shortest pause before it is made again
 * @param longest the longest pause, which doubling leads up to
 * @param transientWords what in the text of an error makes it one that passes; to name any is to allow that calls are
 *     made again which may have been carried out
 */
public record RetryPolicy(int attempts, Duration first, Duration longest, List<String> transientWords) {
    /** Makes no call twice. */
    public static final RetryPolicy NONE = new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1), List.of());

    /** Makes a call up to three times, as far as that is safe. */
    public static final RetryPolicy SAFE =
            new RetryPolicy(3, Duration.ofMillis(500), Duration.ofSeconds(30), List.of());

    /** Checks the numbers and copies the words. */
    public RetryPolicy {
        transientWords = List.copyOf(transientWords);
        if (attempts < 1 || !first.isPositive() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "not a policy for retries: %s attempts, %s to %s".formatted(attempts, first, longest));
        }
    }

    /**
     * Returns a policy that also makes calls again whose error says {@code timeout}, {@code temporary}, {@code busy},
     * {@code try again} or {@code connection reset}, whether they were carried out or not.
     */
    public static RetryPolicy transientErrors() {
        return SAFE.on("timeout", "temporary", "busy", "try again", "connection reset");
    }

    /** Returns this policy for another number of attempts. */
    public RetryPolicy attempts(int most) {
        return new RetryPolicy(most, first, longest, transientWords);
    }

    /** Returns this policy with other pauses. */
    public RetryPolicy pausing(Duration shortest, Duration most) {
        return new RetryPolicy(attempts, shortest, most, transientWords);
    }

    /** Returns this policy for errors that say one of these, whether the call was carried out or not. */
    public RetryPolicy on(String... words) {
        return new RetryPolicy(attempts, first, longest, List.of(words));
    }

    /** Returns the pause after so many attempts. */
    Duration pause(int made) {
        long base = Math.min(first.toMillis() << Math.min(made - 1, 20), longest.toMillis());
        return Duration.ofMillis(base + ThreadLocalRandom.current().nextLong(base / 2 + 1));
    }
}
