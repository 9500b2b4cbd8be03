package dev.fairlead.auth;

/** What is entrusted to the program, and is nobody else's business. */
enum Secret {
    ACCESS_TOKEN,
    REFRESH_TOKEN,
    AUTHORIZATION_CODE,
    PKCE_VERIFIER,
    STATE,
    /** A secret, or a private key, by which a client proves who it is. */
    CLIENT_SECRET,
    /** In a header that was set by hand. */
    API_KEY,
    /** A token that was set by hand. */
    STATIC_TOKEN,
    /** The private half of the key to which tokens are bound. */
    PROOF_KEY,
    /** What somebody else says of who we are, or of who somebody is. */
    ASSERTION,
    SESSION_ID,
    /** What encrypts the store. */
    STORE_KEY
}
