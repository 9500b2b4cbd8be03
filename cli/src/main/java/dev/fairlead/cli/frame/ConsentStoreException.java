package dev.fairlead.cli.frame;

import dev.fairlead.store.StoreException;

/** The place where is kept what somebody agreed to cannot be used. */
public final class ConsentStoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says that what was decided could not be read or kept, and why. */
    public ConsentStoreException(StoreException failure) {
        super(
                "what was decided about starts and calls cannot be read or kept: %s".formatted(failure.getMessage()),
                failure);
    }
}
