package dev.fairlead.wire.http;

import java.io.IOException;

/** The server had closed a kept connection before anything was sent on it: another one can be tried at no risk. */
final class StaleConnectionException extends IOException {
    private static final long serialVersionUID = 1L;

    StaleConnectionException(String message) {
        super(message);
    }
}
