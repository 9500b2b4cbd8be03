package dev.fairlead.host.event;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.stream.Stream;

/** Events in order, the oldest of which give way when there are too many. Not thread-safe. */
final class Backlog {
    private record Kept(Numbered event, long bytes) {}

    private final ArrayDeque<Kept> events = new ArrayDeque<>();
    private final int maxEvents;
    private final long maxBytes;
    private long bytes;
    private long lost;

    Backlog(int maxEvents, long maxBytes) {
        if (maxEvents < 1 || maxBytes < 1) {
            throw new IllegalArgumentException("room for at least one event is needed");
        }
        this.maxEvents = maxEvents;
        this.maxBytes = maxBytes;
    }

    /** Adds an event. */
    void add(Numbered event, long size) {
        events.add(new Kept(event, size));
        bytes += size;
        // The newest stays in any case.
        while (events.size() > 1 && (events.size() > maxEvents || bytes > maxBytes)) {
            bytes -= events.remove().bytes();
            lost++;
        }
    }

    /** Takes the oldest event out. */
    Optional<Numbered> poll() {
        var oldest = events.poll();
        if (oldest == null) {
            return Optional.empty();
        }
        bytes -= oldest.bytes();
        return Optional.of(oldest.event());
    }

    /** Returns all events, oldest first. */
    Stream<Numbered> stream() {
        return events.stream().map(Kept::event);
    }

    /** Copies what is wanted into another backlog. */
    void copyTo(Backlog other, Sight sight, long after) {
        events.stream()
                .filter(kept -> kept.event().number() > after && sight.wants(kept.event()))
                .forEach(kept -> other.add(kept.event(), kept.bytes()));
    }

    int size() {
        return events.size();
    }

    long bytes() {
        return bytes;
    }

    long lost() {
        return lost;
    }
}
