package dev.fairlead.host.supervision;

import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.host.recording.Tap;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.wire.Deadline;
import java.time.Duration;

/** Opens connections to one configured server. */
@FunctionalInterface
public interface Opener {

    /**
     * Opens a connection; throws a {@link dev.fairlead.protocol.error.McpException} that says why it cannot.
     *
     * @param lane the number of the lane that it is for; a lane has one connection at a time
     * @param listener must hear of the connection
     * @param line must hear what goes over its line
     */
    Opened open(int lane, ConnectionListener listener, Tap line);

    /**
     * Tells whether a login that a server demanded of one of the connections may still be finished, here or elsewhere; true
     * also if that could not be found out by then.
     */
    default boolean isOpen(PendingAuthorization begun, Deadline patience) {
        return true;
    }

    /**
     * Tells whether what lets us in is found out anew for each connection, by a program that prints it or in a file, so that
     * the next one may be let in where this one is no more.
     */
    default boolean anew() {
        return false;
    }

    /** Lets go what was kept for the sake of the connections, of which there will be none any more. */
    default void end() {}

    /**
     * An open connection.
     *
     * @param limit how long it may take, from the beginning, until the server is ready and has listed what it offers
     */
    record Opened(McpClient client, Duration limit) {}
}
