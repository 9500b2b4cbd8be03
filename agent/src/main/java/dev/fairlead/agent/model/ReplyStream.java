package dev.fairlead.agent.model;

/** The answer of a model while it comes. For one thread, but for {@link #close}. */
public interface ReplyStream extends AutoCloseable {

    /**
     * Waits for the next piece. After {@link ReplyPiece.End} there is none.
     *
     * @throws ModelException if the answer breaks off
     */
    ReplyPiece next() throws InterruptedException;

    /** Ends it, from any thread, also while somebody waits for the next piece. */
    @Override
    void close();
}
