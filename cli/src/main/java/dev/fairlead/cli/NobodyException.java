package dev.fairlead.cli;

/** Nobody is logged in; the message says where, and how to change that. */
final class NobodyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NobodyException(String message) {
        super(message);
    }
}
