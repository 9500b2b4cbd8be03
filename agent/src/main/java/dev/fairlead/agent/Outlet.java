package dev.fairlead.agent;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Where events wait to be read. Whoever produces faster than is read waits, unless nobody reads any more. */
final class Outlet {
    private static final int MOST = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<AgentEvent> waiting = new ArrayDeque<>();
    private boolean abandoned;
    private boolean finished;

    /** Puts an event; what comes after the last one, or when nobody reads, is dropped, and the answer is false. */
    boolean put(AgentEvent event) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.size() >= MOST && !abandoned && !finished) {
                changed.await();
            }
            return add(event);
        } finally {
            lock.unlock();
        }
    }

    /** Puts an event if there is room for it: for what nobody misses, and nobody waits for. */
    void offer(AgentEvent event) {
        lock.lock();
        try {
            if (waiting.size() < MOST) {
                add(event);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Puts an event without waiting: for what must not be lost when somebody is being stopped. */
    void force(AgentEvent event) {
        lock.lock();
        try {
            add(event);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next event; null after the last one. Who is interrupted goes on waiting once told. */
    @Nullable
    AgentEvent take(Runnable interrupted) {
        boolean told = false;
        lock.lock();
        try {
            while (waiting.isEmpty() && !finished) {
                try {
                    changed.await();
                } catch (InterruptedException stop) {
                    told = true;
                    interrupted.run();
                }
            }
            var event = waiting.poll();
            changed.signalAll();
            return event;
        } finally {
            lock.unlock();
            if (told) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets producers go on although nobody reads. */
    void abandon() {
        lock.lock();
        try {
            abandoned = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean add(AgentEvent event) {
        if (finished) {
            return false;
        }
        boolean last = event instanceof AgentEvent.Finished;
        boolean read = last || !abandoned;
        if (read) {
            waiting.add(event);
        }
        finished = last;
        changed.signalAll();
        return read;
    }
}
