package dev.fairlead.cli.frame;

import dev.fairlead.store.StoreException;

/** The place where is kept what somebody agreed to cannot be used. */
public final class ConsentStoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConsentStoreException(StoreException failure) {
        super(failure.getMessage(), failure);
    }
}
