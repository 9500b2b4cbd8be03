package dev.fairlead.client.handler;

import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.Violation;

/** Door two, the wider half: news about the connection as a whole. Called in order, on one thread of its own. */
public interface ConnectionListener {

    /** Hears nothing. */
    ConnectionListener NONE = new ConnectionListener() {};

    /** The connection reached another state. */
    default void state(ConnectionState state) {}

    /** The server did something wrong that was tolerated. */
    default void violation(Violation violation) {}

    /** The server wrote a line to its standard error. */
    default void stderr(String line) {}

    /** The server logged something that belongs to no call. */
    default void log(LogEntry entry) {}

    /** Something at the server changed that it was not asked about. */
    default void event(ServerEvent event) {}
}
