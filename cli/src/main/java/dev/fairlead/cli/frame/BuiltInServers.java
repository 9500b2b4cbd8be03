package dev.fairlead.cli.frame;

import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.List;
import java.util.Optional;

/** The servers that come with the command: one to try things on. */
public final class BuiltInServers implements Servers {
    private static final String DEMO = "demo";

    @Override
    public List<String> names() {
        return List.of(DEMO);
    }

    @Override
    public Optional<Transport> named(String name) {
        return name.equals(DEMO)
                ? Optional.of(StdioTransport.of(ServerCommand.of(DemoServer.command()))
                        .named(DEMO))
                : Optional.empty();
    }
}
