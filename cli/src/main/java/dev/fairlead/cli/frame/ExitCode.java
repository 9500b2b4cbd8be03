package dev.fairlead.cli.frame;

import org.jspecify.annotations.Nullable;

/** What the command tells the shell. */
public enum ExitCode {
    OK(0, "it worked"),
    UNEXPECTED(1, "something unexpected, such as a defect in fairlead itself"),
    USAGE(2, "wrong usage"),
    LOGIN_NEEDED(3, "nobody is logged in, or the server refuses whoever is"),
    UNREACHABLE(4, "the server could not be started or reached, or went away"),
    TOOL_ERROR(5, "the tool reported an error, or there is none of that name"),
    BAD_ARGUMENTS(6, "arguments that the tool does not take"),
    TIMED_OUT(7, "a time limit was reached"),
    DECLINED(8, "somebody declined, or nobody has agreed"),
    BAD_CONFIGURATION(9, "the configuration has mistakes"),
    UNWRITTEN(10, "what came of it could not be written"),
    INTERRUPTED(130, "interrupted (143 if told to end, by SIGTERM)");

    private static final int WIDTH = 5;

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** Returns the one for what went wrong; null for nothing. */
    public static ExitCode of(@Nullable Failure failure) {
        return failure == null ? OK : failure.exitCode();
    }

    /** Returns the number. */
    public int code() {
        return code;
    }

    /** Returns the number and what it means, as a line for people. */
    public String line() {
        var number = Integer.toString(code);
        return " ".repeat(WIDTH - number.length()) + number + "  " + meaning;
    }
}
