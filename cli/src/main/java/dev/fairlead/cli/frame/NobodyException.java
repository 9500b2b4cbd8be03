package dev.fairlead.cli.frame;

/** Nobody is logged in; the message says where, and how to change that. */
public final class NobodyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NobodyException(String message) {
        super(message);
    }
}
