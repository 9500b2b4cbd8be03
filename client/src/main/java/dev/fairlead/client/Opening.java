package dev.fairlead.client;

import java.time.Duration;
import java.util.List;

/**
 * How a connection was opened.
 *
 * @param transport the kind of line that was found to work
 * @param steps what was tried, and what came of it, in order and in words
 * @param took how long all of it took
 */
public record Opening(String transport, List<String> steps, Duration took) {

    /** Copies the list. */
    public Opening {
        steps = List.copyOf(steps);
    }
}
