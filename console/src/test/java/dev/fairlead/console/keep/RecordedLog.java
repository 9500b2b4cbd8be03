package dev.fairlead.console.keep;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** All that a saver logs meanwhile, at any level. */
final class RecordedLog extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger(Saver.class.getName());
    private final List<String> lines = new CopyOnWriteArrayList<>();

    RecordedLog() {
        setLevel(Level.ALL);
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(entry.getLevel() + " " + new SimpleFormatter().format(entry));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
