package dev.fairlead.host.trust;

/** How long a decision holds. */
public enum Scope {
    /** For one call, or one start. */
    ONCE,
    /** Until the program ends. */
    SESSION,
    /** Until it is revoked. */
    ALWAYS
}
