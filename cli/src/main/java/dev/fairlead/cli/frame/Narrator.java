package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Floor;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.Violation;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Tells on standard error what happens beside the answer: all of it to those who asked, progress to who watches. */
public final class Narrator {
    private static final long PAUSE_NANOS = 100_000_000;
    private static final long PATIENCE_MILLIS = 500;

    private final PrintStream err;
    private final Floor floor;
    private final BooleanSupplier terminal;
    private final boolean verbose;
    private final CountDownLatch over = new CountDownLatch(1);

    Narrator(PrintStream err, Floor floor, BooleanSupplier terminal, boolean verbose) {
        this.err = err;
        this.floor = floor;
        this.terminal = terminal;
        this.verbose = verbose;
    }

    /** Tells how the server was found out, and who it is. */
    void met(McpClient client) {
        if (verbose) {
            client.opening().steps().forEach(step -> tell("opening", step));
            var server = client.server();
            var who = server.implementation();
            tell(
                    "server",
                    "%s, protocol %s"
                            .formatted(
                                    who == null ? "(nameless)" : who.displayName() + " " + who.version(),
                                    server.version()));
        }
    }

    /** Returns who hears of a connection. */
    ConnectionListener aboutConnection() {
        return new ConnectionListener() {
            @Override
            public void state(ConnectionState state) {
                if (state instanceof ConnectionState.Disconnected || state instanceof ConnectionState.Failed) {
                    over.countDown();
                }
            }

            @Override
            public void violation(Violation violation) {
                tell(
                        "tolerated",
                        violation.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + violation.detail());
            }

            @Override
            public void stderr(String line) {
                tell("stderr", line);
            }

            @Override
            public void log(LogEntry entry) {
                tell(entry);
            }
        };
    }

    /** Waits until everything is told that was heard of a connection before it ended. */
    void finish() {
        if (!verbose) {
            return;
        }
        try {
            boolean all = over.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            assert all || over.getCount() > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns who hears of a call. */
    public CallListener aboutCall() {
        return new CallListener() {
            private long told = System.nanoTime() - PAUSE_NANOS;

            @Override
            public void progress(Progress progress) {
                long now = System.nanoTime();
                // A person can read only so fast.
                if (verbose || (now - told >= PAUSE_NANOS && terminal.getAsBoolean())) {
                    told = now;
                    tell("progress", progress.words());
                }
            }

            @Override
            public void log(LogEntry entry) {
                if (verbose) {
                    tell(entry);
                }
            }
        };
    }

    private void tell(LogEntry entry) {
        var who = entry.logger() == null ? "" : entry.logger() + ": ";
        tell("log " + entry.level().id(), who + entry.text());
    }

    private void tell(String what, String words) {
        floor.say(() -> err.println("[%s] %s".formatted(what, Sanitizer.line(words))));
    }
}
