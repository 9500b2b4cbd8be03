package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.RecordedRequest;

/**
 * One request that an authorization server has seen.
 *
 * @param detail the grant of a token request; the path of any other
 */
public record AuthEvent(Kind kind, String detail, RecordedRequest request) {

    /** What was asked for. */
    public enum Kind {
        /** A document under a well-known name. */
        METADATA,

        /** The public keys. */
        KEYS,

        /** The page to which people are sent. */
        AUTHORIZE,

        /** The form that they filled in. */
        LOGIN,

        /** A new client. */
        REGISTER,

        /** A token. */
        TOKEN,

        /** The end of a token. */
        REVOKE,

        /** Something that is not there. */
        OTHER
    }
}
