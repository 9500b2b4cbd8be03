package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Sanitizer;
import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Tells people, in one line each, what our libraries have to say in their log. */
public final class LogLines extends Handler {
    // A logger that nobody holds is forgotten, and its handlers with it.
    private static final Logger OURS = Logger.getLogger("dev.fairlead");

    private final SimpleFormatter words = new SimpleFormatter();
    private final PrintStream err;

    private LogLines(PrintStream err) {
        this.err = err;
    }

    /** Has them go here from now on, and nowhere else. */
    static void go(PrintStream err) {
        for (var former : OURS.getHandlers()) {
            OURS.removeHandler(former);
        }
        OURS.setUseParentHandlers(false);
        OURS.addHandler(new LogLines(err));
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            var why = entry.getThrown() == null ? "" : ": " + entry.getThrown().getMessage();
            err.println(Program.NAME + ": " + Sanitizer.line(words.formatMessage(entry) + why));
            err.flush();
        }
    }

    @Override
    public void flush() {
        err.flush();
    }

    @Override
    public void close() {
        flush();
    }
}
