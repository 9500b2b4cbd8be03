package dev.fairlead.host;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The last lines that a server wrote to its standard error, since it was last started. */
final class ErrorLines {
    private static final int KEPT = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<String> lines = new ArrayDeque<>(); // guarded by lock, as the next
    private int starts;
    private int shown; // the start whose lines these are

    /** Returns the number of a new start: what was written before is of interest until something else is. */
    int begin() {
        lock.lock();
        try {
            return ++starts;
        } finally {
            lock.unlock();
        }
    }

    /** Adds a line of a start; one of an earlier start than has been heard of already comes too late. */
    void add(int start, String line) {
        lock.lock();
        try {
            if (start < shown) {
                return;
            }
            if (start > shown) {
                lines.clear();
                shown = start;
            }
            lines.addLast(line);
            if (lines.size() > KEPT) {
                lines.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    List<String> last() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }
}
