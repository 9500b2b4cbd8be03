package dev.fairlead.examples;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.util.concurrent.ExecutionException;

/** Connects to a server without leaving the program, as tests do; and asks it by a future. */
public final class ServerInTheSameProgram {
    private ServerInTheSameProgram() {}

    /** Calls a tool that lives here. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        var schema = Json.object().put("type", "object");
        var server = FakeServer.named("here")
                .tool(Tool.of("hello", "Says hello", schema), call -> CallToolResult.ofText("hello"))
                .build();
        try (var client = McpClient.connect(server.transport())) {
            System.out.println(client.async().callTool("hello", null).get().text());
        }
    }
}
