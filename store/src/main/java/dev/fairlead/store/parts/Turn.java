package dev.fairlead.store.parts;

/** The right to be the only one for now. */
public interface Turn extends AutoCloseable {

    /** Ends the right. */
    @Override
    void close();
}
