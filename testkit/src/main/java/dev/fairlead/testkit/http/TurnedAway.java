package dev.fairlead.testkit.http;

import java.io.IOException;

/** A request that is not read to its end. */
final class TurnedAway extends IOException {
    private static final long serialVersionUID = 1;
    private final int status;

    TurnedAway(int status) {
        super("turned away with " + status);
        this.status = status;
    }

    /** Returns the status of the answer. */
    int status() {
        return status;
    }
}
