package dev.fairlead.cli.question;

/** The person at the terminal ended the input instead of answering. */
final class GoneException extends Exception {
    private static final long serialVersionUID = 1;

    GoneException() {
        super("the input ended");
    }
}
