package dev.fairlead.host.supervision;

import dev.fairlead.client.handler.ConnectionListener;

/** Hears of servers, in order for each of their lanes. Nothing here may block for long. */
public interface ServerWatcher {

    /**
     * A lane of a server reached another state.
     *
     * @param reason why; empty where there is nothing to say
     */
    void state(ManagedServer server, int lane, String state, String reason);

    /** A server offers something else than before. */
    void listing(ManagedServer server);

    /** Something about a server is worth knowing. */
    void remark(ManagedServer server, String text);

    /** Returns who hears of each connection to a server. */
    ConnectionListener connection(ManagedServer server);
}
