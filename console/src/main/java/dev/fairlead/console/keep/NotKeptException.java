package dev.fairlead.console.keep;

import java.io.IOException;

/** Something could not be kept; what was kept before is still there. */
public final class NotKeptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotKeptException(String what, IOException why) {
        super("%s: %s".formatted(what, why.getMessage() == null ? why : why.getMessage()), why);
    }
}
