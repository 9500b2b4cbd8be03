package dev.fairlead.console;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;

/** What is open, and is closed in turn: what was opened last is closed first. */
final class Opened implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Opened.class.getName());

    private final ArrayDeque<Closing> open = new ArrayDeque<>();

    private record Closing(String what, Runnable how) {}

    /** Adds how something is closed. */
    void add(String what, Runnable how) {
        open.push(new Closing(what, how));
    }

    /** Closes all of it; trouble with one thing does not keep the others open. */
    @Override
    public void close() {
        while (!open.isEmpty()) {
            var next = open.pop();
            try {
                next.how.run();
            } catch (RuntimeException failure) {
                LOG.log(Level.ERROR, "Closing %s failed".formatted(next.what), failure);
            }
        }
    }
}
