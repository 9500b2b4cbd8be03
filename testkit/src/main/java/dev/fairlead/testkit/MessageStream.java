package dev.fairlead.testkit;

import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.ServerSentEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Messages for a client in their order, which may outlive the connections that carry them. */
final class MessageStream {
    private final String id;
    private final boolean numbered;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final List<String> messages = new ArrayList<>();
    private int delivered;
    private boolean ended;
    private @Nullable EventStream outlet;
    private long notBefore = System.nanoTime();

    /** Numbers its events if they can be asked for again. */
    MessageStream(String id, boolean numbered) {
        this.id = id;
        this.numbered = numbered;
    }

    /** Sends a message now, or as soon as there is a connection. */
    void send(String json) {
        lock.lock();
        try {
            messages.add(json);
            pump();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream after what was sent. */
    void end() {
        lock.lock();
        try {
            ended = true;
            pump();
        } finally {
            lock.unlock();
        }
    }

    /** Goes on where it stopped, on a new connection. */
    void attach(EventStream fresh) {
        attach(fresh, -1);
    }

    /** Goes on after the event of this number, on a new connection; -1 means where it stopped. */
    void attach(EventStream fresh, int after) {
        lock.lock();
        try {
            detach();
            if (after >= 0) {
                delivered = Math.min(after, messages.size());
            }
            outlet = fresh;
            pump();
        } finally {
            lock.unlock();
        }
    }

    /** Sends an event without data, so that the client knows where it is. */
    void prime(@Nullable Duration retry) {
        lock.lock();
        try {
            if (outlet != null) {
                outlet.send(new ServerSentEvent(null, eventId(delivered), retry, ""));
            }
        } catch (IOException gone) {
            outlet = null; // What follows is kept until the client asks for it.
        } finally {
            lock.unlock();
        }
    }

    /** Ends the connection in good order, with the stream to be continued. */
    void letGo(@Nullable Duration retry) {
        lock.lock();
        try {
            // Before the client can see the end, from which it counts.
            notBefore = System.nanoTime() + (retry == null ? 0 : retry.toNanos());
            detach();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how much too early somebody comes who asks to continue now. */
    Duration early() {
        lock.lock();
        try {
            return Duration.ofNanos(Math.max(0, notBefore - System.nanoTime()));
        } finally {
            lock.unlock();
        }
    }

    private void detach() {
        if (outlet != null) {
            try {
                outlet.end();
            } catch (IOException gone) {
                outlet.cut(false);
            }
            outlet = null;
        }
    }

    private void pump() {
        while (outlet != null && delivered < messages.size()) {
            if (!outlet.open()) {
                outlet = null;
                return;
            }
            try {
                outlet.send(ServerSentEvent.message(messages.get(delivered)).withId(eventId(delivered + 1)));
                delivered++;
            } catch (IOException gone) {
                outlet = null; // What follows is kept until the client asks for it.
            }
        }
        if (ended) {
            detach();
        }
    }

    private @Nullable String eventId(int number) {
        return numbered ? id + "/" + number : null;
    }
}
