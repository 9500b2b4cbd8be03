package dev.fairlead.testkit.auth;

/** The places where the metadata of an authorization server may be. */
public enum WellKnown {
    /** RFC 8414: the name goes between host and path of the issuer. */
    OAUTH,

    /** OpenID Connect's document, with its name between host and path of the issuer. */
    OPENID_INSERTED,

    /** OpenID Connect's document at its own place, after the path of the issuer. */
    OPENID_APPENDED;

    String path(String issuerPath) {
        return switch (this) {
            case OAUTH -> "/.well-known/oauth-authorization-server" + issuerPath;
            case OPENID_INSERTED -> "/.well-known/openid-configuration" + issuerPath;
            case OPENID_APPENDED -> issuerPath + "/.well-known/openid-configuration";
        };
    }
}
