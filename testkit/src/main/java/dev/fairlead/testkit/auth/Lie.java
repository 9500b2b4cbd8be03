package dev.fairlead.testkit.auth;

/** A way in which an authorization server, or a protected MCP server, does not do what it should. */
public enum Lie {
    /** The metadata name a dangerous address as authorization endpoint, one of eleven. */
    EVIL_AUTHORIZE(11, false),

    /** The metadata name another issuer than the one whose they are: a stranger (0), or itself with a slash more (1). */
    ISSUER_MISMATCH(2, false),

    /** The authorization response carries the name of another issuer. */
    ISS_WRONG(1, false),

    /** The authorization response carries no issuer though the metadata promise it. */
    ISS_MISSING(1, false),

    /** The authorization response carries the issuer with a slash at its end that does not belong there. */
    ISS_TRAILING_SLASH(1, false),

    /** The authorization response carries a state that nobody asked for. */
    STATE_WRONG(1, false),

    /** The authorization response carries no state. */
    STATE_MISSING(1, false),

    /** The authorization response carries two states, the wrong one last (0) or first (1). */
    STATE_DOUBLED(2, false),

    /** The authorization response is an error whose words are HTML and script. */
    ERROR_XSS(1, false),

    /** The metadata do not say that PKCE is understood. */
    NO_PKCE(1, false),

    /** The metadata say that PKCE is understood in its plain form alone. */
    PKCE_PLAIN(1, false),

    /** The token response is wrong in one of fourteen ways. */
    TOKEN_EVIL(14, false),

    /** The token response never comes (0) or comes byte by byte (1). */
    TOKEN_SLOW(2, false),

    /** The token response is a page for people. */
    TOKEN_HTML(1, false),

    /** The token request, secrets included, is redirected elsewhere. */
    TOKEN_REDIRECT(1, false),

    /** The token is good, for another resource. */
    WRONG_AUDIENCE(1, false),

    /** The metadata are correct and 8 MiB long (0) or never end (1). */
    METADATA_HUGE(2, false),

    /** The metadata come byte by byte. */
    METADATA_SLOW(1, false),

    /** The metadata are a page for people. */
    METADATA_HTML(1, false),

    /** The metadata are redirected elsewhere. */
    METADATA_REDIRECT(1, false),

    /** Access tokens live for as many seconds as the variant says, one at least. */
    REFRESH_RACE(60, false),

    /** Refreshing fails with status 500 and changes nothing. */
    REFRESH_500(1, false),

    /** Refreshing replaces the refresh token and cuts the connection before it says by which. */
    REFRESH_DROP(1, false),

    /** Refreshing is refused with invalid_grant. */
    REFRESH_INVALID_GRANT(1, false),

    /** Registration is refused because of the redirect addresses. */
    REGISTRATION_REFUSED(1, false),

    /** The metadata of an honest server name the token endpoint of another. */
    MIX_UP_TOKEN(1, false),

    /** The metadata of a dishonest server name the authorization endpoint of an honest one. */
    MIX_UP_AUTHORIZE(1, false),

    /** The challenge names protected-resource metadata of another origin. */
    PRM_ELSEWHERE(1, true),

    /** The protected-resource metadata are redirected elsewhere. */
    PRM_REDIRECT(1, true),

    /** The protected-resource metadata are correct and 8 MiB long (0) or never end (1). */
    PRM_HUGE(2, true),

    /** The protected-resource metadata name a dangerous address as authorization server, one of seven. */
    AS_EVIL(7, true),

    /** The protected-resource metadata are those of another resource. */
    RESOURCE_MISMATCH(1, true),

    /** Every request is answered with 401, whatever token it carries. */
    LOOP_401(1, true),

    /** Every request with a good token is answered with 403, for the same missing scope (0) or each time a new one (1). */
    LOOP_403(2, true),

    /** After the first request with a good token the server belongs to the next authorization server. */
    AS_SWITCH(1, true),

    /** The challenge is wrong in one of six ways, while the metadata are where they should be. */
    WWW_AUTH_EVIL(6, true);

    private final int variants;
    private final boolean ofResource;

    Lie(int variants, boolean ofResource) {
        this.variants = variants;
        this.ofResource = ofResource;
    }

    /** Returns how many variants there are, numbered from 0. */
    public int variants() {
        return variants;
    }

    /** Tells whether the protected server tells it; if not, the authorization server does. */
    public boolean ofResource() {
        return ofResource;
    }
}
