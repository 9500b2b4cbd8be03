package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ColourChoice;
import dev.fairlead.cli.text.Floor;
import dev.fairlead.cli.text.ProgressLine;
import dev.fairlead.cli.text.Renderer;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.Violation;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Tells on standard error what happens beside the answer: all of it to those who asked, progress to who watches. */
public final class Narrator {
    private static final long PATIENCE_MILLIS = 500;

    private final PrintStream err;
    private final Floor floor;
    private final Renderer renderer;
    private final ProgressLine line;
    private final boolean verbose;
    private final UnaryOperator<String> hiding;
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * Tells on a stream.
     *
     * @param discretion hides what nobody else should read; null where nothing is told that could hold it
     */
    Narrator(
            PrintStream err,
            Floor floor,
            Screen screen,
            ColourChoice colour,
            boolean verbose,
            @Nullable Discretion discretion) {
        this.err = err;
        this.floor = floor;
        this.renderer = new Renderer(screen.errorTheme(colour));
        this.line = new ProgressLine(
                err,
                screen.isErrorTerminal() ? screen.progress(verbose) : ProgressLine.Mode.SILENT,
                screen::columns,
                screen.errorTheme(colour));
        floor.carry(line);
        this.verbose = verbose;
        this.hiding = discretion == null ? UnaryOperator.identity() : discretion::text;
    }

    /** Begins to tell that something is being waited for, such as {@code connecting to demo}. */
    public void begins(String what) {
        line.begin(what);
    }

    /** Takes what is being waited for out of sight, so that something else can be written. */
    public void makeRoom() {
        line.clear();
    }

    /** Shows lines that mean something beside the answer. */
    public void show(List<StyledText> lines) {
        floor.say(() -> {
            err.print(renderer.render(lines));
            err.flush();
        });
    }

    /** Nothing is waited for any more. */
    public void ends() {
        line.end();
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
        return aboutConnection(ConnectionListener.NONE);
    }

    /** Returns who hears of a connection together with somebody else. */
    ConnectionListener aboutConnection(ConnectionListener other) {
        return new ConnectionListener() {
            @Override
            public void state(ConnectionState state) {
                if (state instanceof ConnectionState.Disconnected || state instanceof ConnectionState.Failed) {
                    over.countDown();
                }
                other.state(state);
            }

            @Override
            public void violation(Violation violation) {
                tell(
                        "tolerated",
                        violation.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + violation.detail());
                other.violation(violation);
            }

            @Override
            public void stderr(String line) {
                tell("stderr", line);
                other.stderr(line);
            }

            @Override
            public void log(LogEntry entry) {
                tell(entry);
                other.log(entry);
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
            @Override
            public void progress(Progress progress) {
                var total = progress.total();
                var message = progress.message();
                line.report(
                        progress.progress(), total == null ? 0 : total, message == null ? "" : hiding.apply(message));
                if (verbose) {
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

    /** Tells something of a kind, without what nobody else should read. */
    void tell(String what, String words) {
        tellSafe(what, hiding.apply(words));
    }

    /** Tells something of a kind in which nothing is to be hidden any more. */
    void tellSafe(String what, String words) {
        floor.say(() -> err.println("[%s] %s".formatted(what, Sanitizer.line(words))));
    }
}
