package dev.fairlead.host.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Everything that happened in a host, as far back as there is room: to be looked at afterwards, or to be read as it
 * happens. Nothing secret enters it. Thread-safe.
 */
public final class EventLog implements AutoCloseable {
    private static final int USUAL_EVENTS = 10_000;
    private static final long USUAL_BYTES = 16L << 20;

    private final Redactor redactor;
    private final long maxBytes;
    private final List<Consumer<? super HostEvent>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong failures = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final Backlog history;
    private final List<Feed> feeds = new ArrayList<>();
    private long last;
    private boolean closed;

    /** Keeps the last 10,000 events, or fewer where they would take more than 16 MiB. */
    public EventLog(Redactor redactor) {
        this(redactor, USUAL_EVENTS, USUAL_BYTES);
    }

    /** Keeps so many events, or fewer where they would take more than about so many bytes. */
    public EventLog(Redactor redactor, int maxEvents, long maxBytes) {
        this.redactor = redactor;
        this.maxBytes = maxBytes;
        this.history = new Backlog(maxEvents, maxBytes);
    }

    /** Adds an event. Waits for nobody and never throws, so that any thread may call it. */
    public void publish(HostEvent event) {
        var safe = safe(event);
        if (add(safe)) {
            listeners.forEach(listener -> tell(listener, safe));
        }
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
        lock.lock();
        try {
            var wanted = history.stream()
                    .filter(kept -> kept.number() > after && filter.wants(kept.event()))
                    .toList();
            return wanted.subList(Math.max(0, wanted.size() - Math.max(0, most)), wanted.size());
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of the newest event; 0 before the first. */
    public long last() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many events could not be told to a listener, because that failed. */
    public long failures() {
        return failures.get();
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
        lock.lock();
        try {
            var queue = new Backlog(maxEvents, bytes);
            // Between what is kept and what comes nothing can happen, as both are under one lock.
            history.copyTo(queue, filter, after);
            var feed = new Feed(lock, queue, filter, Math.max(0, history.lost() - after), this::leave);
            if (closed) {
                feed.end();
            } else {
                feeds.add(feed);
            }
            return feed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells every event from now on to a listener, on the thread that brought it; it must return at once. What two
     * threads bring at the same time may come in either order.
     *
     * @return ends the telling when closed
     */
    public Listening listen(Consumer<? super HostEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** A listener that is being told. */
    public interface Listening extends AutoCloseable {
        /** Tells it no more. */
        @Override
        void close();
    }

    /** Takes no more events and ends the feeds, once what is in them was read. What is kept can still be looked at. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            feeds.forEach(Feed::end);
            feeds.clear();
        } finally {
            lock.unlock();
        }
        listeners.clear();
    }

    private HostEvent safe(HostEvent event) {
        try {
            var safe = redactor.event(event);
            long size = EventSize.of(safe);
            return size <= maxBytes ? safe : withheld(event, "too large, about %d bytes".formatted(size));
        } catch (RuntimeException | StackOverflowError defect) {
            // What cannot be made safe must not be kept, and must not hurt the thread that told it.
            return withheld(event, defect.getClass().getSimpleName());
        }
    }

    private static HostEvent withheld(HostEvent event, String why) {
        return new HostEvent.Withheld(
                event.at(), event.server(), event.getClass().getSimpleName() + ": " + why);
    }

    private boolean add(HostEvent event) {
        long size = EventSize.of(event);
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            var numbered = new Numbered(++last, event);
            history.add(numbered, size);
            feeds.forEach(feed -> feed.offer(numbered, size));
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void tell(Consumer<? super HostEvent> listener, HostEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException defect) {
            failures.incrementAndGet(); // Somebody else's defect is counted, and hurts nobody.
        }
    }

    private void leave(Feed feed) {
        feeds.remove(feed);
    }
}
