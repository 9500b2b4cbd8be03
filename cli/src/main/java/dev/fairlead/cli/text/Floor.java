package dev.fairlead.cli.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who may write to the terminal: while a person is asked something, nobody else.
 *
 * <p>Questions wait for each other. What others have to say meanwhile is printed afterwards, and a progress line is away
 * until then.
 */
public final class Floor {
    // A server that talks on and on while a person thinks must not fill the memory.
    private static final int MOST_WAITING = 1_000;

    /** Something that a person is asked. */
    @FunctionalInterface
    public interface Question<T> {
        /** Asks it, and returns what came of it. */
        T ask() throws InterruptedException;
    }

    private final ReentrantLock asking = new ReentrantLock(true);
    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by lock.
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private boolean taken;
    private @Nullable ProgressLine line;

    /** Has this progress line, in place of any other, go away whenever somebody is asked. */
    public void carry(ProgressLine progress) {
        lock.lock();
        try {
            line = progress;
            if (taken) {
                progress.suspend();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets something be printed: now, or once nobody is asked any more. */
    public void say(Runnable printing) {
        lock.lock();
        try {
            if (!taken) {
                print(printing);
            } else if (waiting.size() < MOST_WAITING) {
                waiting.add(printing);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has a question asked as soon as no other one is open, on this thread. */
    public <T> T ask(Question<T> question) throws InterruptedException {
        asking.lockInterruptibly();
        try {
            take();
            try {
                return question.ask();
            } finally {
                giveBack();
            }
        } finally {
            asking.unlock();
        }
    }

    private void take() {
        lock.lock();
        try {
            taken = true;
            if (line != null) {
                line.suspend();
            }
        } finally {
            lock.unlock();
        }
    }

    private void giveBack() {
        lock.lock();
        try {
            taken = false;
            if (line != null) {
                line.resume();
            }
            while (!waiting.isEmpty()) {
                print(waiting.removeFirst());
            }
        } finally {
            lock.unlock();
        }
    }

    private void print(Runnable printing) {
        if (line == null) {
            printing.run();
        } else {
            line.print(printing);
        }
    }
}
