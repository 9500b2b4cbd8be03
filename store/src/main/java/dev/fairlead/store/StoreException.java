package dev.fairlead.store;

import org.jspecify.annotations.Nullable;

/** A store could not be read or written. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says what was attempted on which store, what happened and what to do. */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
