package dev.fairlead.cli;

/** Not all that is configured can be used; the message says how much of it. */
final class UnusableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnusableException(String message) {
        super(message);
    }
}
