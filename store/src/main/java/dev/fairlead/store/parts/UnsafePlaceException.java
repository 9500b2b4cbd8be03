package dev.fairlead.store.parts;

import java.io.IOException;

/** Others could use a file or folder that is meant for its owner alone; says how to repair that. */
public final class UnsafePlaceException extends IOException {
    private static final long serialVersionUID = 1;

    UnsafePlaceException(String why) {
        super(why);
    }
}
