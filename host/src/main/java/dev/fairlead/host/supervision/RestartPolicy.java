package dev.fairlead.host.supervision;

import java.time.Duration;

/**
 * How a lost connection is opened again.
 *
 * @param first the shortest pause before it
 * @param longest the longest pause, which doubling leads up to and nothing exceeds
 * @param breaker how many crashes within the window end the attempts until somebody asks for another; 0 for never
 * @param window how far back crashes count
 */
public record RestartPolicy(Duration first, Duration longest, int breaker, Duration window) {
    private static final int MAX_DOUBLINGS = 20;

    /** Programs that crash five times in three minutes stay down. */
    public static final RestartPolicy PROCESS =
            new RestartPolicy(Duration.ofMillis(500), Duration.ofSeconds(30), 5, Duration.ofMinutes(3));

    /** Addresses are tried for ever, gently: they are not ours to repair. */
    public static final RestartPolicy REMOTE =
            new RestartPolicy(Duration.ofMillis(500), Duration.ofSeconds(30), 0, Duration.ofMinutes(3));

    /** Checks the pauses. */
    public RestartPolicy {
        if (!first.isPositive() || longest.compareTo(first) < 0 || breaker < 0 || window.isNegative()) {
            throw new IllegalArgumentException("not a policy for restarts: first %s, longest %s, breaker %s, window %s"
                    .formatted(first, longest, breaker, window));
        }
    }

    /**
     * Returns the pause after so many failures in a row.
     *
     * @param luck from 0 to 1, by which many who lost the same server come back at different times: up to half as late
     *     again, or, where that would be too late, up to half as early
     */
    Duration pause(int failures, double luck) {
        long base = Math.min(first.toMillis() << Math.min(failures - 1, MAX_DOUBLINGS), longest.toMillis());
        long spread = Math.round(base / 2.0 * luck);
        long millis = base + spread <= longest.toMillis() ? base + spread : longest.toMillis() - spread;
        return Duration.ofMillis(Math.max(millis, first.toMillis()));
    }
}
