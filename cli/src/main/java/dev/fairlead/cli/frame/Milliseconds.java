package dev.fairlead.cli.frame;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes how long something took. */
public final class Milliseconds {
    private static final double MICROS = TimeUnit.MILLISECONDS.toMicros(1);

    private Milliseconds() {}

    /** Returns for instance {@code 3.2 ms}, or {@code -} for what never ended. */
    public static String text(@Nullable Duration duration) {
        var number = number(duration);
        return number == null ? "-" : String.format(Locale.ROOT, "%.1f ms", number);
    }

    /** Returns the number of milliseconds, exact to the microsecond. */
    public static @Nullable Double number(@Nullable Duration duration) {
        return duration == null ? null : TimeUnit.NANOSECONDS.toMicros(duration.toNanos()) / MICROS;
    }
}
