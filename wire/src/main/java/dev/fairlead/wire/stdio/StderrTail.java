package dev.fairlead.wire.stdio;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The last lines that a server wrote to its standard error, bounded in size. */
final class StderrTail {
    private final int maxChars;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private int chars;

    StderrTail(int maxChars) {
        this.maxChars = maxChars;
    }

    /** Adds a line and forgets the oldest ones that no longer fit. */
    void add(String line) {
        lock.lock();
        try {
            lines.addLast(line);
            chars += weight(line);
            while (chars > maxChars) {
                chars -= weight(lines.removeFirst());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the lines, oldest first. */
    List<String> lines() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** Even an empty line costs something to keep. */
    private static int weight(String line) {
        return line.length() + 1;
    }
}
