package dev.fairlead.protocol.error;

import java.time.Duration;

/** Durations as people say them. */
public final class Durations {
    private Durations() {}

    /** Returns for instance {@code 1 second}, {@code 30 seconds} or {@code 0.25 seconds}. */
    public static String seconds(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 1000) {
            return "1 second";
        }
        return (millis % 1000 == 0 ? Long.toString(millis / 1000) : Double.toString(millis / 1000.0)) + " seconds";
    }

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
