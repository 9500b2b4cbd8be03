package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Duplex;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pipes of a child process; closing them ends the process. */
final class ProcessDuplex implements Duplex {
    // Only a server that lives on without its output costs all of it; an exit is told as soon as it is known.
    private static final Duration EXIT_FOLLOWS = Duration.ofSeconds(1);

    private final ServerProcess process;
    private final LineDuplex lines;
    private final Duration grace;

    ProcessDuplex(ServerProcess process, int maxMessageBytes, Duration grace) {
        this.process = process;
        this.grace = grace;
        this.lines = new LineDuplex(process.stdout(), process.stdin(), maxMessageBytes);
    }

    @Override
    public Optional<Message> read() throws IOException {
        return lines.read();
    }

    @Override
    public Optional<Message> poll() throws IOException {
        return lines.poll();
    }

    @Override
    public boolean direct() {
        return true;
    }

    @Override
    public void cutOff() {
        process.kill();
    }

    @Override
    public void write(byte[] json, boolean more) throws IOException {
        lines.write(json, more);
    }

    @Override
    public void flush() throws IOException {
        lines.flush();
    }

    @Override
    public boolean waiting() {
        return lines.waiting();
    }

    @Override
    public Breakage ending(@Nullable IOException cause) {
        // A process that exits closes its output a moment before its exit code can be had.
        if (process.awaitExit(EXIT_FOLLOWS)) {
            return StdioTransport.exit(process);
        }
        return Breakage.lost(
                cause == null ? "the server closed its output" : String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public void close() {
        process.end(grace, ServerProcess.TERM_WAIT);
    }
}
