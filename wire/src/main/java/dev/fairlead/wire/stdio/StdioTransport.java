package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Multiplexer;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reaches a server by starting it as a child process.
 *
 * @param command what to start
 * @param server how texts name the server
 * @param maxMessageBytes the size up to which a message is read
 * @param grace how long the server may take to end by itself once its input is closed, before it is asked to
 */
public record StdioTransport(ServerCommand command, String server, int maxMessageBytes, Duration grace)
        implements Transport {
    // The time for messages that the process wrote before it exited; callers learn of the exit within 100 ms.
    private static final Duration LAST_MESSAGES = Duration.ofMillis(50);
    private static final long STACK_BYTES = 256 << 10;

    /** Returns a transport that starts this command. */
    public static StdioTransport of(ServerCommand command) {
        return new StdioTransport(
                command,
                ServerName.of(command.command()),
                LineDuplex.USUAL_MAX_MESSAGE_BYTES,
                ServerProcess.POLITE_WAIT);
    }

    /**
     * Does on this thread what takes longest when the first server of a program is started, so that whoever starts one soon,
     * on another thread, waits less.
     */
    public static void prepare() {
        try {
            Watchdog.prepare();
        } catch (IOException unprepared) {
            Remarks.debug("nothing could be prepared for starting servers", unprepared);
        }
    }

    /** Returns this transport with another name for the server. */
    public StdioTransport named(String name) {
        return new StdioTransport(command, name, maxMessageBytes, grace);
    }

    /** Returns this transport with another limit for the size of a message. */
    public StdioTransport withMaxMessageBytes(int bytes) {
        return new StdioTransport(command, server, bytes, grace);
    }

    /** Returns this transport with another time for the server to end by itself. */
    public StdioTransport withGrace(Duration time) {
        return new StdioTransport(command, server, maxMessageBytes, time);
    }

    @Override
    public String kind() {
        return "stdio";
    }

    @Override
    public Optional<String> identity() {
        return Optional.of(command.identity());
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        return open(
                correlation,
                listener,
                Thread.ofPlatform()
                        .daemon()
                        .stackSize(STACK_BYTES)
                        // Any caller may be the one that has a writer started, and what it carries is its own.
                        .inheritInheritableThreadLocals(false)
                        .factory());
    }

    Wire open(Correlation correlation, WireListener listener, ThreadFactory threads) {
        // Standard error may speak before the line that it is a sign of life for exists.
        var line = new AtomicReference<@Nullable Multiplexer>();
        var process = ServerProcess.start(command, server, text -> {
            var known = line.get();
            if (known != null) {
                known.stir();
            }
            listener.stderr(text);
        });
        try {
            var duplex = new ProcessDuplex(process, maxMessageBytes, grace);
            var wire = Multiplexer.over(server, duplex, correlation, listener, threads);
            line.set(wire);
            if (!process.stderrTail().isEmpty()) {
                wire.stir();
            }
            // A descendant that holds the pipe open hides the end of the stream, but not the end of the process.
            process.onExit(() -> wire.breakOff(exit(process), LAST_MESSAGES));
            return wire;
        } catch (RuntimeException | Error noThread) {
            process.kill();
            throw noThread;
        }
    }

    /** Returns the failure of calls that a process leaves behind. */
    static Breakage exit(ServerProcess process) {
        int code = process.exitCode().orElse(-1);
        var lastLines = process.stderrTail();
        return (attempted, server, maybeExecuted) ->
                new ServerExitedException(attempted, server, code, lastLines, maybeExecuted);
    }
}
