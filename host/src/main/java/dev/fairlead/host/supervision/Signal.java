package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.McpException;

/** What can happen to a connection that is supervised. */
sealed interface Signal {

    /** Somebody needs it. */
    record Wanted() implements Signal {}

    /** Somebody asks for it explicitly, whatever was given up before. */
    record Start() implements Signal {}

    /** Nobody is to use it any more; what is under way may end. */
    record Drain() implements Signal {}

    /** What was under way has ended, or has had its time. */
    record Drained() implements Signal {}

    /** It is to end now. */
    record Stop() implements Signal {}

    /** It is open. */
    record Opened() implements Signal {}

    /**
     * It could not be opened, or broke.
     *
     * @param useful whether anything was got out of it before
     * @param anew whether it was let in, and by what is found out anew for the next one
     * @param luck spreads the next attempt, from 0 to 1
     */
    record Lost(McpException cause, boolean useful, boolean anew, double luck) implements Signal {}

    /** Time has passed. */
    record Tick() implements Signal {}
}
