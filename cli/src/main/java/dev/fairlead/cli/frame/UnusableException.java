package dev.fairlead.cli.frame;

/** Not all that is configured can be used; the message says how much of it. */
public final class UnusableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;

    public UnusableException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** Returns what to tell the shell. */
    ExitCode exitCode() {
        return exitCode;
    }
}
