package dev.fairlead.protocol.error;

import java.time.Duration;

/** Durations as people say them. */
public final class Durations {
    private Durations() {}

    /** Returns for instance {@code 250 ms}, {@code 3 s} or {@code 2.5 s}. */
    public static String words(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        long tenths = Math.round(millis / 100.0);
        return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10 + "." + tenths % 10 + " s";
    }
}
