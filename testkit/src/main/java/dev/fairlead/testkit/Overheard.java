package dev.fairlead.testkit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What this program logs at any level, and prints, while this is there. */
public final class Overheard implements AutoCloseable {
    private final Logger root = Logger.getLogger("");
    private final Level usual = root.getLevel();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Log log;

    /**
     * Listens from now on. What is printed can be had by {@link #printed}.
     *
     * @param logged hears the name of the logger and the text of each entry
     */
    public Overheard(BiConsumer<String, String> logged) {
        log = new Log(logged);
        log.setLevel(Level.ALL);
        root.addHandler(log);
        root.setLevel(Level.ALL);
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    /** Returns what was printed since this was last asked. */
    public String printed() {
        var text = printed.toString(StandardCharsets.UTF_8);
        printed.reset();
        return text;
    }

    @Override
    public void close() {
        root.removeHandler(log);
        root.setLevel(usual);
        System.setOut(out);
        System.setErr(err);
    }

    private static final class Log extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();
        private final BiConsumer<String, String> logged;

        Log(BiConsumer<String, String> logged) {
            this.logged = logged;
        }

        @Override
        public void publish(LogRecord entry) {
            logged.accept(String.valueOf(entry.getLoggerName()), formatter.format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
