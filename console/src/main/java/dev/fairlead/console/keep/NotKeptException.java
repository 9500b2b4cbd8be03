package dev.fairlead.console.keep;

import java.io.IOException;

/** Something could not be kept; what was kept before is still there. */
public final class NotKeptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean passing;

    NotKeptException(String what, IOException why, boolean passing) {
        super("%s: %s".formatted(what, why.getMessage() == null ? why : why.getMessage()), why);
        this.passing = passing;
    }

    /** Tells whether the very same may be kept later, as when a disk has room again. */
    boolean passing() {
        return passing;
    }
}
