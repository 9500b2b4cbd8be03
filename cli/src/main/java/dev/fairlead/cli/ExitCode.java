package dev.fairlead.cli;

/** What the command tells the shell. */
enum ExitCode {
    OK(0, "it worked"),
    TOOL_ERROR(1, "the tool reported an error"),
    USAGE(2, "wrong usage, or arguments that the tool does not take"),
    NO_CONNECTION(3, "the server could not be started, reached or connected to"),
    SERVER_ERROR(4, "the server answered with an error, broke the protocol or went away"),
    TIMED_OUT(5, "a time limit was reached"),
    NOT_ALLOWED(6, "nobody is logged in, or the server refuses whoever is"),
    DEFECT(70, "a defect in fairlead itself"),
    INTERRUPTED(130, "interrupted");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** Returns the number. */
    int code() {
        return code;
    }

    /** Returns the number and what it means, as a line for people. */
    String line() {
        return "%5d  %s".formatted(code, meaning);
    }
}
