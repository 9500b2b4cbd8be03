package dev.fairlead.wire;

import java.util.List;
import java.util.Optional;

/** A recipe for reaching a server. Immutable and reusable: every opening yields a line of its own. */
public interface Transport {

    /** Returns how texts name the server. */
    String server();

    /** Returns how texts name this kind of line. */
    String kind();

    /** Returns a key for what was learnt about this server, stable over restarts; empty where nothing is worth keeping. */
    Optional<String> identity();

    /** Returns a mark of whoever asks, which changes as soon as that may be somebody else; returns at once. */
    default String epoch() {
        return "";
    }

    /** Tells whether a server that needs no session can be reached this way. */
    default boolean reachesModern() {
        return true;
    }

    /** Returns the ways to reach a server that wants a session, in the order in which to try them. */
    default List<Transport> handshakes() {
        return List.of(this);
    }

    /**
     * Opens a line to the server.
     *
     * @param correlation tells to which exchange a notification belongs
     * @param listener hears what happens beside the messages
     */
    Wire open(Correlation correlation, WireListener listener);
}
