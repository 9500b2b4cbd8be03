package dev.fairlead.cli.watch;

/** The time is over for which somebody wanted to watch. */
final class EnoughException extends Exception {
    private static final long serialVersionUID = 1;

    EnoughException() {
        super("the time is over");
    }
}
