package dev.fairlead.host.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that happened in a host, as far back as there is room: to be looked at afterwards, or to be read as it
 * happens. Nothing secret enters it. Thread-safe.
 */
public final class EventLog implements AutoCloseable {
    /** How many events are remembered, unless told otherwise. */
    public static final int USUAL_EVENTS = 10_000;

    private static final long USUAL_BYTES = 16L << 20;

    private final Redactor redactor;
    private final long maxBytes;
    private final Shared shared;
    private final @Nullable String person;

    /** What all views of a log share. */
    private static final class Shared {
        private final List<Hearer> hearers = new CopyOnWriteArrayList<>();
        private final AtomicLong failures = new AtomicLong();
        private final ReentrantLock lock = new ReentrantLock();

        // Guarded by lock.
        private final Backlog history;
        private final List<Feed> feeds = new ArrayList<>();
        private long last;
        private boolean closed;

        Shared(Backlog history) {
            this.history = history;
        }
    }

    /** Whoever is told; the same one may be told twice. */
    private static final class Hearer {
        private final Sight sight;
        private final Consumer<Numbered> listener;

        Hearer(Sight sight, Consumer<Numbered> listener) {
            this.sight = sight;
            this.listener = listener;
        }

        boolean belongsTo(@Nullable String person) {
            return person == null || person.equals(sight.person());
        }
    }

    /** Keeps the last 10,000 events, or fewer where they would take more than 16 MiB. */
    public EventLog(Redactor redactor) {
        this(redactor, USUAL_EVENTS, USUAL_BYTES);
    }

    /** Keeps so many events, or fewer where they would take more than about so many bytes. */
    public EventLog(Redactor redactor, int maxEvents, long maxBytes) {
        this(redactor, maxBytes, new Shared(new Backlog(maxEvents, maxBytes)), null);
    }

    private EventLog(Redactor redactor, long maxBytes, Shared shared, @Nullable String person) {
        this.redactor = redactor;
        this.maxBytes = maxBytes;
        this.shared = shared;
        this.person = person;
    }

    /**
     * Returns this log as one person sees it: what happened in their view of the host, and how the servers stand that
     * everybody shares. What is published there is theirs.
     */
    public EventLog as(String name) {
        return new EventLog(redactor, maxBytes, shared, name);
    }

    /** Adds an event. Waits for nobody and never throws, so that any thread may call it. */
    public void publish(HostEvent event) {
        publish(event, () -> {});
    }

    /**
     * Adds an event, and makes the change that it tells of. Whoever sees the change, and publishes what follows from it,
     * comes after it; whoever hears of it sees it.
     *
     * @param change made also where nothing is added any more; must return at once, and publish nothing
     */
    public void publish(HostEvent event, Runnable change) {
        add(safe(event), change)
                .ifPresent(added -> shared.hearers.stream()
                        .filter(hearer -> hearer.sight.wants(added))
                        .forEach(hearer -> tell(hearer.listener, added)));
    }

    /** Returns the events that are kept, oldest first. */
    public List<Numbered> history() {
        return history(EventFilter.all(), 0, Integer.MAX_VALUE);
    }

    /**
     * Returns events that are kept, oldest first.
     *
     * @param after only those with a larger number
     * @param most only so many, the newest ones
     */
    public List<Numbered> history(EventFilter filter, long after, int most) {
        var sight = new Sight(person, filter);
        shared.lock.lock();
        try {
            var wanted = shared.history.stream()
                    .filter(kept -> kept.number() > after && sight.wants(kept))
                    .toList();
            return wanted.subList(Math.max(0, wanted.size() - Math.max(0, most)), wanted.size());
        } finally {
            shared.lock.unlock();
        }
    }

    /** Returns the number of the newest event, whoever sees it; 0 before the first. */
    public long last() {
        shared.lock.lock();
        try {
            return shared.last;
        } finally {
            shared.lock.unlock();
        }
    }

    /** Returns how many events could not be told to a listener, because that failed. */
    public long failures() {
        return shared.failures.get();
    }

    /** Begins to read all events from now on. */
    public Feed subscribe() {
        return subscribe(EventFilter.all(), Long.MAX_VALUE);
    }

    /** Begins to read with the first event after the one with this number, as far as it is still kept. */
    public Feed subscribe(EventFilter filter, long after) {
        return subscribe(filter, after, Feed.USUAL_EVENTS, Feed.USUAL_BYTES);
    }

    /** Begins to read, with room for so many events, or about so many bytes of them, that were not read yet. */
    public Feed subscribe(EventFilter filter, long after, int maxEvents, long bytes) {
        var sight = new Sight(person, filter);
        shared.lock.lock();
        try {
            var queue = new Backlog(maxEvents, bytes);
            // Between what is kept and what comes nothing can happen, as both are under one lock.
            shared.history.copyTo(queue, sight, after);
            var feed = new Feed(
                    shared.lock, queue, sight, Math.max(0, shared.history.lost() - after), shared.feeds::remove);
            if (shared.closed) {
                feed.end();
            } else {
                shared.feeds.add(feed);
            }
            return feed;
        } finally {
            shared.lock.unlock();
        }
    }

    /**
     * Tells every event from now on to a listener, on the thread that brought it; it must return at once. What two
     * threads bring at the same time may come in either order.
     *
     * @return ends the telling when closed
     */
    public Listening listen(Consumer<? super HostEvent> listener) {
        return listenNumbered(numbered -> listener.accept(numbered.event()));
    }

    /** Tells every event from now on to a listener as {@link #listen} does, with its number and whose it is. */
    public Listening listenNumbered(Consumer<Numbered> listener) {
        var hearer = new Hearer(new Sight(person, EventFilter.all()), listener);
        shared.hearers.add(hearer);
        return () -> shared.hearers.remove(hearer);
    }

    /** A listener that is being told. */
    public interface Listening extends AutoCloseable {
        /** Tells it no more. */
        @Override
        void close();
    }

    /**
     * Takes no more events and ends the feeds, once what is in them was read. What is kept can still be looked at. A
     * person's view ends what reads and listens in that view, and nothing else.
     */
    @Override
    public void close() {
        shared.lock.lock();
        try {
            shared.closed |= person == null;
        } finally {
            shared.lock.unlock();
        }
        ending().run();
    }

    /** Returns what ends all that reads and listens in this view by now, and nothing that begins to after this call. */
    public Runnable ending() {
        shared.lock.lock();
        try {
            var reading = shared.feeds.stream()
                    .filter(feed -> person == null || feed.belongsTo(person))
                    .toList();
            var listening = shared.hearers.stream()
                    .filter(hearer -> hearer.belongsTo(person))
                    .toList();
            return () -> end(reading, listening);
        } finally {
            shared.lock.unlock();
        }
    }

    private void end(List<Feed> reading, List<Hearer> listening) {
        shared.lock.lock();
        try {
            reading.forEach(Feed::end);
            shared.feeds.removeAll(reading);
        } finally {
            shared.lock.unlock();
        }
        shared.hearers.removeAll(listening);
    }

    private HostEvent safe(HostEvent event) {
        try {
            var safe = redactor.event(event);
            long size = EventSize.of(safe);
            return size <= maxBytes ? safe : Remains.of(event, "too large, about %s bytes".formatted(size), redactor);
        } catch (RuntimeException | Error defect) {
            // What cannot be made safe must not be kept, and must not hurt the thread that told it.
            return Remains.of(event, defect.getClass().getSimpleName(), redactor);
        }
    }

    private Optional<Numbered> add(HostEvent event, Runnable change) {
        long size = EventSize.of(event);
        shared.lock.lock();
        try {
            change.run();
            if (shared.closed) {
                return Optional.empty();
            }
            var numbered = new Numbered(++shared.last, event, person);
            shared.history.add(numbered, size);
            shared.feeds.forEach(feed -> feed.offer(numbered, size));
            return Optional.of(numbered);
        } finally {
            shared.lock.unlock();
        }
    }

    private void tell(Consumer<Numbered> listener, Numbered event) {
        try {
            listener.accept(event);
        } catch (RuntimeException | Error defect) {
            shared.failures.incrementAndGet(); // Somebody else's defect is counted, and hurts nobody.
        }
    }
}
