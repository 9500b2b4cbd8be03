package dev.fairlead.client.peer;

import dev.fairlead.wire.Room;
import dev.fairlead.wire.Turns;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs announcements in order on one virtual thread, so that a slow listener delays nobody but itself. */
final class Announcer implements AutoCloseable {
    private static final Room ROOM = Room.forAtMost(1000);
    private static final Duration LAST_NEWS = Duration.ofMillis(500);

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    private final Turns turns = new Turns(); // the thread's
    private volatile @Nullable Thread thread; // set once, under lock

    // Guarded by lock.
    private final ArrayDeque<News> queue = new ArrayDeque<>();
    private int droppable;
    private long bytes;
    private boolean closed;

    private record News(Runnable announcement, boolean insisted, long bytes) {}

    Announcer(String name) {
        this.name = name;
    }

    /**
     * Queues an announcement; where far too many wait already, the oldest of these are dropped for it.
     *
     * @param bytes about how much memory is kept for it
     */
    void offer(long bytes, Runnable announcement) {
        add(new News(announcement, false, bytes));
    }

    /** Queues an announcement that is never dropped. */
    void insist(Runnable announcement) {
        add(new News(announcement, true, 0));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        awaitEnd();
    }

    /** Gives the listener a moment to hear what is still to tell, unless it is the listener that closes. */
    private void awaitEnd() {
        var running = thread;
        if (running == null || running.equals(Thread.currentThread())) {
            return;
        }
        try {
            boolean ignored = running.join(LAST_NEWS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void add(News news) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            while (!news.insisted && !ROOM.fits(news.bytes, droppable, bytes)) {
                dropOldest();
            }
            queue.add(news);
            droppable += news.insisted ? 0 : 1;
            bytes += news.bytes;
            changed.signalAll();
            if (thread == null) {
                thread = Thread.ofVirtual().name(name).start(this::run);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Of a flood the end says most: the last words of a server that crashes. */
    private void dropOldest() {
        var each = queue.iterator();
        while (each.hasNext()) {
            var oldest = each.next();
            if (!oldest.insisted) {
                each.remove();
                left(oldest);
                return;
            }
        }
    }

    private void left(News news) {
        droppable -= news.insisted ? 0 : 1;
        bytes -= news.bytes;
    }

    private void run() {
        for (var next = take(); next != null; next = take()) {
            try {
                next.run();
            } catch (RuntimeException | Error faulty) {
                // A listener's defect is the application's: let its handler for such things hear of it, and go on.
                var thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, faulty);
            }
            turns.next(); // Of a flood there is always more to tell.
        }
    }

    private @Nullable Runnable take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
                turns.begin();
            }
            var next = queue.poll();
            if (next == null) {
                return null;
            }
            left(next);
            return next.announcement;
        } finally {
            lock.unlock();
        }
    }
}
