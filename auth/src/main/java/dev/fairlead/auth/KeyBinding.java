package dev.fairlead.auth;

/** When tokens are bound to a key, so that whoever steals one cannot use it (DPoP). */
public enum KeyBinding {
    /** Where the server demands it. */
    ON_DEMAND,
    /** Wherever the authorization server knows how. */
    WHEREVER_POSSIBLE,
    /** Nowhere. */
    NEVER
}
