package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.host.recording.BadRecordingException;
import dev.fairlead.host.recording.Recording;
import dev.fairlead.host.recording.ReplayServer;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The work of {@code fairlead replay}. */
public final class Replaying {
    private static final int MOST_PORT = 65_535;

    private final List<String> words;
    private final Manner manner;
    private final Visit visit;

    /** How it is served. */
    record Manner(
            @Nullable String server,
            String speed,
            boolean http,
            @Nullable Integer port,
            boolean json) {}

    /** Where it is served. */
    private record Listening(String url) implements Outcome {
        @Override
        public void show(Page page) {
            page.line(url);
        }

        @Override
        public void tell(ObjectNode document) {
            document.put("url", url);
        }
    }

    Replaying(List<String> words, Manner manner, Visit visit) {
        this.words = words;
        this.manner = manner;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> {
            visit.refuseServer(ReplayCommand.NAME);
            check();
            var server = ReplayServer.of(recording(), manner.speed().equals("real"));
            if (manner.http()) {
                return byHttp(server, attempt);
            }
            onStreams(server);
            return ExitCode.OK;
        });
    }

    private void check() {
        if (words.size() != 1) {
            throw new UsageException("name one recording: type 'fairlead replay FILE'");
        }
        if (!List.of("real", "fast").contains(manner.speed())) {
            throw new UsageException("--speed is real or fast, not '%s'".formatted(manner.speed()));
        }
        if (visit.verbose()) {
            throw new UsageException("--verbose is for verbs that visit a server, and here the client does; drop it");
        }
        if (!manner.http() && (manner.json() || manner.port() != null)) {
            throw new UsageException("%s needs --http: stdout is for the client; drop it"
                    .formatted(manner.json() ? "--json" : "--port"));
        }
        if (port() < 0 || port() > MOST_PORT) {
            throw new UsageException("--port is from 1 to %s, or 0 for a free one".formatted(MOST_PORT));
        }
    }

    private int port() {
        return manner.port() == null ? 0 : manner.port();
    }

    private Recording recording() {
        try {
            var all = Recording.read(Path.of(words.getFirst()));
            if (all.cut()) {
                visit.warn("recording %s: its last line is cut, and does not count".formatted(words.getFirst()));
            }
            return one(all);
        } catch (BadRecordingException | InvalidPathException unusable) {
            throw new UsageException(String.valueOf(unusable.getMessage()), unusable);
        }
    }

    private Recording one(Recording all) {
        var servers = all.servers();
        if (servers.isEmpty()) {
            throw new UsageException("recording %s: no server was recorded".formatted(words.getFirst()));
        }
        var wanted = manner.server();
        if (wanted == null && servers.size() > 1) {
            throw new UsageException(
                    "several servers were recorded; type --server and one of %s".formatted(String.join(", ", servers)));
        }
        if (wanted != null && !servers.contains(wanted)) {
            throw new UsageException(
                    "server '%s' was not recorded, only %s".formatted(wanted, String.join(", ", servers)));
        }
        return all.of(wanted == null ? servers.getFirst() : wanted);
    }

    private void onStreams(ReplayServer server) {
        var surroundings = visit.surroundings();
        var over = new CountDownLatch(1);
        // Nothing can interrupt whoever reads standard input.
        Thread.ofPlatform().daemon().name("fairlead-replay").start(() -> {
            try {
                server.serve(new LineDuplex(surroundings.in(), surroundings.out(), LineDuplex.USUAL_MAX_MESSAGE_BYTES));
            } finally {
                over.countDown();
            }
        });
        if (!isOver(over)) {
            throw new CallCancelledException("replaying", "the recorded one", false);
        }
    }

    /** Serves until somebody has enough of it; what there was to print is printed by then. */
    private ExitCode byHttp(ReplayServer server, Attempt attempt) {
        try (var front = ReplayFront.serving(server, port())) {
            visit.printer().print(attempt, new Listening(front.url()));
            return isOver(new CountDownLatch(1)) ? ExitCode.OK : ExitCode.INTERRUPTED;
        } catch (UncheckedIOException taken) {
            throw new UsageException("port %s cannot be used: %s".formatted(port(), taken.getMessage()), taken);
        }
    }

    /** Waits for the end; tells whether it came, or an interruption before it. */
    private static boolean isOver(CountDownLatch over) {
        try {
            over.await();
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
