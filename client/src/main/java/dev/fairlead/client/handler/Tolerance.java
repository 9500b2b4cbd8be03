package dev.fairlead.client.handler;

/** What to do when a server breaks a rule in a way that could be overlooked. */
public enum Tolerance {
    /** Overlook it, and report it. */
    LENIENT,
    /** End the connection. */
    STRICT
}
