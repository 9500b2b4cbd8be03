package dev.fairlead.console.event;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that pages are told, one after the other and numbered, as far back as there is room. A page that was away reads on
 * where it was; one that was away too long is told to begin anew. Thread-safe; telling waits for nobody.
 */
public final class Broadcast {
    private static final int MOST_EVENTS = 8_192;
    private static final long MOST_CHARS = 24L << 20;

    private final String run;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();

    // Guarded by lock.
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private long chars;
    private long last;
    private boolean closed;

    /**
     * Something that pages are told.
     *
     * @param data JSON
     */
    public record Event(long number, String type, String data) {}

    /**
     * What there is to read.
     *
     * @param lost whether something before it is not kept any more
     */
    public record Batch(List<Event> events, boolean lost, boolean closed) {}

    /** Begins; {@code run} tells the numbers of this run from those of others. */
    public Broadcast(String run) {
        this.run = run;
    }

    /** Tells every page. */
    public void tell(String type, ObjectNode data) {
        var text = Json.write(data);
        lock.lock();
        try {
            if (closed) {
                return;
            }
            events.add(new Event(++last, type, text));
            chars += text.length();
            while (events.size() > MOST_EVENTS || (chars > MOST_CHARS && events.size() > 1)) {
                chars -= events.remove().data().length();
            }
            told.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the id of the newest event. */
    public String position() {
        lock.lock();
        try {
            return id(last);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the id of an event. */
    public String id(long number) {
        return run + "-" + number;
    }

    /** Returns the number in an id of this run; -1 for that of another, or of none. */
    public long number(String id) {
        int sign = id.lastIndexOf('-');
        if (sign < 0 || !id.substring(0, sign).equals(run) || id.length() - sign > 19) {
            return -1;
        }
        try {
            return Long.parseLong(id.substring(sign + 1));
        } catch (NumberFormatException none) {
            return -1;
        }
    }

    /** Returns what comes after an event, waiting a while if there is nothing yet. */
    public Batch after(long number, int most, Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = patience.toNanos();
            while (last <= number && !closed && nanos > 0) {
                nanos = told.awaitNanos(nanos);
            }
            long oldest = last - events.size() + 1;
            boolean lost = number > last || number + 1 < oldest;
            var found = new ArrayList<Event>();
            if (!lost) {
                for (var event : events) {
                    if (event.number() > number && found.size() < most) {
                        found.add(event);
                    }
                }
            }
            return new Batch(List.copyOf(found), lost, closed);
        } finally {
            lock.unlock();
        }
    }

    /** Ends what reads here. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            told.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
