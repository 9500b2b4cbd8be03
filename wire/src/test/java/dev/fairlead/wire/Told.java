package dev.fairlead.wire;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is told to the log. */
public final class Told extends Handler {
    private final List<Throwable> causes = new CopyOnWriteArrayList<>();

    private Told() {}

    /** What a test does. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    /** Does something, and returns the causes of what was logged by that name meanwhile. */
    public static List<Throwable> during(String name, Action action) throws Exception {
        var log = Logger.getLogger(name);
        var told = new Told();
        log.addHandler(told);
        try {
            action.run();
        } finally {
            log.removeHandler(told);
        }
        return told.causes;
    }

    @Override
    public void publish(LogRecord entry) {
        causes.add(entry.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
