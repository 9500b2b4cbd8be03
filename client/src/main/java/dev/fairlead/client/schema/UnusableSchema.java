package dev.fairlead.client.schema;

/** A schema cannot be used; the message says why, in words that follow its name. */
final class UnusableSchema extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableSchema(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
