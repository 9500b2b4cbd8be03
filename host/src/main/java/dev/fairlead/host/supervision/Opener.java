package dev.fairlead.host.supervision;

import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.ConnectionListener;

/** Opens a connection to one configured server. */
@FunctionalInterface
public interface Opener {

    /**
     * Opens a connection; throws a {@link dev.fairlead.protocol.error.McpException} that says why it cannot.
     *
     * @param listener must hear of the connection
     */
    McpClient open(ConnectionListener listener);
}
