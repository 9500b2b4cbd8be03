package dev.fairlead.client.handler;

import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.McpException;

/** Where a connection stands. */
public sealed interface ConnectionState {

    /** Closed by us, or not opened yet. */
    record Disconnected() implements ConnectionState {}

    /** Being opened. */
    record Connecting() implements ConnectionState {}

    /** Usable. */
    record Ready(ServerProfile server) implements ConnectionState {}

    /** Could not be opened, or broke. It stays so; a new connection is a new client. */
    record Failed(McpException cause) implements ConnectionState {}
}
