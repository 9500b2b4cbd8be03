package dev.fairlead.host.config;

import org.jspecify.annotations.Nullable;

/** A field that makes an entry unusable. Its message quotes no value. */
final class BadField extends Exception {
    private static final long serialVersionUID = 1;

    private final String field;
    private final transient @Nullable Located at;

    BadField(String field, @Nullable Located at, String message) {
        super(message);
        this.field = field;
        this.at = at;
    }

    String field() {
        return field;
    }

    @Nullable
    Located at() {
        return at;
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
