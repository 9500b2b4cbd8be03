package dev.fairlead.wire.http;

import java.io.IOException;

/** A stream of events sends one that is not worth waiting for its end. */
final class EndlessEventException extends IOException {
    private static final long serialVersionUID = 1;

    EndlessEventException(long bytes) {
        super("the server sends an event without end (over %s bytes)".formatted(bytes));
    }
}
