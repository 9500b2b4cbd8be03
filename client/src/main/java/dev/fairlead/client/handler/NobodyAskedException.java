package dev.fairlead.client.handler;

/**
 * Thrown by a handler that put a question to nobody: the server hears that it got no answer, and why, instead of a no that
 * nobody said.
 */
public final class NobodyAskedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says why, in words that the server is told. */
    public NobodyAskedException(String why) {
        super(why);
    }
}
