package dev.fairlead.cli;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What came of several pings.
 *
 * @param failure why the answer to all of them is no; null where one was answered
 */
record Pings(List<Ping> all, @Nullable Failure failure) {

    Pings {
        all = List.copyOf(all);
    }

    /** Returns how many were answered. */
    int answered() {
        return (int) times().count();
    }

    /** Returns the shortest time; null where there is none. */
    @Nullable
    Duration shortest() {
        return times().min(Duration::compareTo).orElse(null);
    }

    /** Returns the longest time; null where there is none. */
    @Nullable
    Duration longest() {
        return times().max(Duration::compareTo).orElse(null);
    }

    /** Returns the mean time; null where there is none. */
    @Nullable
    Duration average() {
        int answered = answered();
        return answered == 0
                ? null
                : times().reduce(Duration.ZERO, Duration::plus).dividedBy(answered);
    }

    private Stream<Duration> times() {
        return all.stream().flatMap(ping -> Stream.ofNullable(ping.took()));
    }
}
