package dev.fairlead.cli;

import org.jspecify.annotations.Nullable;

/** Something was typed that makes no sense; the message says what to type instead. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        this(message, null);
    }

    UsageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
