package dev.fairlead.host.supervision;

import dev.fairlead.client.handler.ConnectionListener;

/** Hears of servers, in order for each of their lanes. Nothing here may block for long. */
public interface ServerWatcher {

    /**
     * A lane of a server reaches another state.
     *
     * @param reason why; empty where there is nothing to say
     * @param move to be run: lets everybody see the state, unless they do already. What somebody does who sees it is
     *     told later than the state itself.
     */
    void state(ManagedServer server, int lane, String state, String reason, Runnable move);

    /** A server offers something else than before. */
    void listing(ManagedServer server);

    /** Something about a server is worth knowing. */
    void remark(ManagedServer server, String text);

    /** Returns who hears of each connection to a server. */
    ConnectionListener connection(ManagedServer server);
}
