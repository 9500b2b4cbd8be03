package dev.fairlead.wire;

import java.util.Optional;

/** A recipe for reaching a server. Immutable and reusable: every opening yields a line of its own. */
public interface Transport {

    /** Returns how texts name the server. */
    String server();

    /** Returns a key for what was learnt about this server, stable over restarts; empty where nothing is worth keeping. */
    Optional<String> identity();

    /**
     * Opens a line to the server.
     *
     * @param correlation tells to which exchange a notification belongs
     * @param listener hears what happens beside the messages
     */
    Wire open(Correlation correlation, WireListener listener);
}
