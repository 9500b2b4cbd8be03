package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Milliseconds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One question for a sign of life, and what came of it.
 *
 * @param number from 1
 * @param took how long the answer took; null where none came
 * @param failure why none came
 */
public record Ping(
        int number, @Nullable Duration took, @Nullable Failure failure) {

    /** Says it in a line. */
    String line() {
        return failure == null
                ? "answer %s: %s".formatted(number, Milliseconds.text(took))
                : "no answer %s: %s".formatted(number, failure.message());
    }
}
