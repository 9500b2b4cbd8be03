package dev.fairlead.host;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The last lines that a server wrote to its standard error, since it was last started. */
final class ErrorLines {
    private static final int KEPT = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<String> lines = new ArrayDeque<>(); // guarded by lock, as the next
    private boolean afresh;

    /** Notes that it is started again: what it wrote before is of interest until it writes something else. */
    void begin() {
        lock.lock();
        try {
            afresh = true;
        } finally {
            lock.unlock();
        }
    }

    void add(String line) {
        lock.lock();
        try {
            if (afresh) {
                lines.clear();
                afresh = false;
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
