package dev.fairlead.wire;

import dev.fairlead.protocol.error.Violation;

/** Hears what happens on a line beside its messages. Called from reader threads, so it must return at once. */
public interface WireListener {

    /** Something was wrong and was tolerated. */
    void tolerated(Violation violation);

    /** The server wrote a line to its standard error; escaped, without line end. */
    void stderr(String line);

    /** The server has forgotten the session that this line remembers, and so everything that was agreed in it. */
    default void sessionLost() {}
}
