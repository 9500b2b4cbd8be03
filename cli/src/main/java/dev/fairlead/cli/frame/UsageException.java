package dev.fairlead.cli.frame;

import org.jspecify.annotations.Nullable;

/** Something was typed that makes no sense; the message says what to type instead. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;
    private final String type;

    private UsageException(ExitCode exitCode, String type, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
        this.type = type;
    }

    public UsageException(String message) {
        this(message, null);
    }

    public UsageException(String message, @Nullable Throwable cause) {
        this(ExitCode.USAGE, "usage", message, cause);
    }

    /** Returns the refusal of arguments that a tool does not take. */
    public static UsageException arguments(String message) {
        return new UsageException(ExitCode.BAD_ARGUMENTS, "invalid-arguments", message, null);
    }

    /** Returns the refusal of something that a server does not have. */
    public static UsageException missing(String type, String message) {
        return new UsageException(ExitCode.TOOL_ERROR, type, message, null);
    }

    /** Returns the refusal of what somebody has forbidden. */
    public static UsageException declined(String message) {
        return new UsageException(ExitCode.DECLINED, "declined", message, null);
    }

    /** Returns the refusal of a configuration that has a mistake. */
    public static UsageException configuration(String message) {
        return new UsageException(ExitCode.BAD_CONFIGURATION, "configuration", message, null);
    }

    /** Returns what to tell the shell. */
    ExitCode exitCode() {
        return exitCode;
    }

    /** Returns the word for programs. */
    String type() {
        return type;
    }
}
