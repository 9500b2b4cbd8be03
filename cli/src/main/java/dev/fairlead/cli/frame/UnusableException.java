package dev.fairlead.cli.frame;

import java.io.IOException;

/** Something that was asked for cannot be had, as the message says; by itself, some of the configured servers. */
public final class UnusableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final String SERVERS = "servers-unusable";

    private final ExitCode exitCode;
    private final String type;

    public UnusableException(ExitCode exitCode, String message) {
        this(exitCode, SERVERS, message);
    }

    /** Says that what came of something could not be written to a file. */
    public static UnusableException unwritten(String sentence, IOException why) {
        var failure = new UnusableException(ExitCode.UNWRITTEN, "unwritten", "%s: %s".formatted(sentence, why));
        failure.initCause(why);
        return failure;
    }

    /** Says what cannot be had; the type is a word for programs. */
    public UnusableException(ExitCode exitCode, String type, String message) {
        super(message);
        this.exitCode = exitCode;
        this.type = type;
    }

    String type() {
        return type;
    }

    /** Returns what to tell the shell. */
    ExitCode exitCode() {
        return exitCode;
    }
}
