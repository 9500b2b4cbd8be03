package dev.fairlead.bench.contenders;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.Map;

/** Fairlead with its usual settings, argument checking included. */
record Fairlead(McpClient client) implements Client {
    private static final Map<String, String> ARGUMENTS = Map.of("text", "ping");

    static Fairlead connect(Address address) {
        return new Fairlead(
                switch (address) {
                    case Address.Program program -> McpClient.connect(ServerCommand.of(program.command()));
                    case Address.Web web -> McpClient.connect(web.url());
                });
    }

    @Override
    public void call() {
        Check.text(client.callTool("echo", ARGUMENTS).text());
    }

    @Override
    public int list() {
        return client.listToolsAnew(CallOptions.usual()).size();
    }

    @Override
    public void listAndRead() {
        client.listToolsAnew(CallOptions.usual())
                .forEach(tool -> Check.members(tool.inputSchema().size()));
    }

    @Override
    public void close() {
        client.close();
    }
}
