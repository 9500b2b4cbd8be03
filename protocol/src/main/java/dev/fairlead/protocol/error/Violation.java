package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;

/**
 * Something a server did against the protocol, and that was tolerated.
 *
 * @param kind what sort of thing it was
 * @param detail what happened, in one line that is safe to show
 */
public record Violation(Kind kind, String detail) {
    private static final int MAX_DETAIL = 500;

    /** Escapes and shortens the detail, as most of it are the server's words. */
    public Violation {
        detail = Excerpt.of(detail, MAX_DETAIL);
    }

    /** The sorts of tolerated violations. */
    public enum Kind {
        /** Output that is no message at all. */
        NOISE,
        /** A message that could not be read, or was too large to be. */
        MALFORMED,
        /** A response that answers nothing we asked, or answers it twice. */
        STRAY_RESPONSE,
        /** A response or notification about a call that we gave up; it may have crossed our cancellation. No rule is broken. */
        LATE,
        /** A response whose id has the wrong JSON type, or none, and could be matched all the same. */
        WRONG_ID,
        /** A notification about something unknown, finished, or of a kind that the server did not declare. */
        STRAY_NOTIFICATION,
        /** More notifications than anybody reads; some were dropped. */
        FLOOD,
        /** A notification or an answer of ours that the server did not accept. */
        REFUSED_MESSAGE,
        /** A notification or an answer of ours that may have got lost, as nobody said that it was taken. No rule is broken. */
        LOST_MESSAGE,
        /** A request that the protocol does not let a server make. */
        FORBIDDEN_REQUEST,
        /** A result or definition that does not have the promised shape. */
        BAD_SHAPE;

        /** Tells whether this breaks a rule, and is not only worth knowing. */
        public boolean breaksRules() {
            return this != LATE && this != LOST_MESSAGE;
        }
    }

    /** Returns what to note of a notification or an answer of ours that failed: that the server said so, or that it may be lost. */
    public static Violation ofMessage(McpException failure) {
        boolean said = failure instanceof HttpStatusException || failure instanceof AuthorizationException;
        return new Violation(said ? Kind.REFUSED_MESSAGE : Kind.LOST_MESSAGE, String.valueOf(failure.getMessage()));
    }
}
