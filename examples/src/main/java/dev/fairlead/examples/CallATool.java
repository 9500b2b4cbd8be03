package dev.fairlead.examples;

import dev.fairlead.client.McpClient;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.Map;

/** Starts a server, lists its tools and calls one. */
public final class CallATool {
    private CallATool() {}

    /** Runs against the demo server, or against the command that the arguments are. */
    public static void main(String[] args) {
        var command =
                args.length > 0 ? ServerCommand.of(java.util.List.of(args)) : ServerCommand.of(DemoServer.command());
        try (var client = McpClient.connect(command)) {
            client.listTools().forEach(tool -> System.out.println(tool.name() + ": " + tool.description()));

            var result = client.callTool("add", Map.of("a", 2, "b", 3));
            System.out.println(result.isError() ? "failed: " + result.text() : result.text());
        }
    }
}
