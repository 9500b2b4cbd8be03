package dev.fairlead.client.handler;

import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.McpException;

/** Where a connection stands. */
public sealed interface ConnectionState {

    /** Closed by us, or not opened yet. */
    record Disconnected() implements ConnectionState {
        @Override
        public boolean leadsTo(ConnectionState next) {
            return false;
        }
    }

    /** Being opened. */
    record Connecting() implements ConnectionState {
        @Override
        public boolean leadsTo(ConnectionState next) {
            return true;
        }
    }

    /** Usable. */
    record Ready(ServerProfile server) implements ConnectionState {
        @Override
        public boolean leadsTo(ConnectionState next) {
            return !(next instanceof Ready);
        }
    }

    /** Could not be opened, or broke. It stays so; a new connection is a new client. */
    record Failed(McpException cause) implements ConnectionState {
        @Override
        public boolean leadsTo(ConnectionState next) {
            return next instanceof Disconnected;
        }
    }

    /** Tells whether the same connection can come to stand there after this. */
    boolean leadsTo(ConnectionState next);
}
