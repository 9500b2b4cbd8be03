package dev.fairlead.client;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The ways to reach a server, for what must be the same over each of them. */
enum Way {
    PIPE_LEGACY(Era.LEGACY, false),
    PIPE_MODERN(Era.MODERN, false),
    STDIO_LEGACY(Era.LEGACY, true),
    STDIO_MODERN(Era.MODERN, true);

    private static final Map<Way, FakeServer> SERVERS = new ConcurrentHashMap<>();

    private final Era era;
    private final boolean process;

    Way(Era era, boolean process) {
        this.era = era;
        this.process = process;
    }

    Era era() {
        return era;
    }

    /** Returns the server of the ways that stay in memory. */
    FakeServer inMemory() {
        return SERVERS.computeIfAbsent(
                this, way -> ContractServer.script(way.era).build());
    }

    /** Connects over this way. */
    McpClient connect(ClientProfile profile) {
        return McpClient.connect(transport(), profile);
    }

    private Transport transport() {
        if (!process) {
            return inMemory().transport();
        }
        return StdioTransport.of(ServerCommand.of(ContractServer.command(era)));
    }
}
