package dev.fairlead.protocol.error;

import java.util.List;
import java.util.OptionalInt;

/** The process of a server ended while it was needed. */
public final class ServerExitedException extends McpException {
    private static final long serialVersionUID = 1;
    private static final int SIGNAL_BASE = 128;
    private static final int SHOWN_LINES = 5;

    private final String ending;
    private final int exitCode;
    private final List<String> lastErrorLines;
    private final boolean maybeExecuted;

    /**
     * Says how the process of {@code server} ended during {@code attempted}.
     *
     * @param lastErrorLines the tail of what it wrote to its standard error, escaped
     */
    public ServerExitedException(
            String attempted, String server, int exitCode, List<String> lastErrorLines, boolean maybeExecuted) {
        super("server '%s' exited with %s during %s%s%s"
                .formatted(
                        server,
                        ending(exitCode),
                        attempted,
                        maybeExecuted ? "; whether it was carried out is unknown" : "; it was not carried out",
                        stderr(lastErrorLines)));
        this.ending = "server '%s' exited with %s during %s".formatted(server, ending(exitCode), attempted);
        this.exitCode = exitCode;
        this.lastErrorLines = List.copyOf(lastErrorLines);
        this.maybeExecuted = maybeExecuted;
    }

    private static String ending(int exitCode) {
        return exitCode > SIGNAL_BASE
                ? "code %s (signal %s)".formatted(exitCode, exitCode - SIGNAL_BASE)
                : "code " + exitCode;
    }

    private static String stderr(List<String> lines) {
        if (lines.isEmpty()) {
            return "; it wrote nothing to stderr";
        }
        return "; its last words on stderr: "
                + String.join(" | ", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    /** Returns how the process ended, without what became of the request and what it wrote. */
    public String ending() {
        return ending;
    }

    /** Returns the exit code as the system reports it. */
    public int exitCode() {
        return exitCode;
    }

    /** Returns the signal that ended the process, where it was one. */
    public OptionalInt signal() {
        return exitCode > SIGNAL_BASE ? OptionalInt.of(exitCode - SIGNAL_BASE) : OptionalInt.empty();
    }

    /** Returns the last lines that the process wrote to its standard error. */
    public List<String> lastErrorLines() {
        return lastErrorLines;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
