package dev.fairlead.cli.watch;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to see, and for how long.
 *
 * @param resources the resources of interest
 * @param level from which level on log messages are
 * @param time after which it is enough; null for never
 * @param count the number of events that is enough; null for none
 */
record Wish(
        List<String> resources,
        String level,
        @Nullable Duration time,
        @Nullable Integer count) {

    /** Copies the collections. */
    Wish {
        resources = List.copyOf(resources);
    }
}
