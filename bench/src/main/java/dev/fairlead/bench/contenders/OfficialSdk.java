package dev.fairlead.bench.contenders;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** The official Java SDK. */
record OfficialSdk(McpSyncClient client) implements Client {
    private static final CallToolRequest CALL =
            CallToolRequest.builder("echo").arguments(Map.of("text", "ping")).build();

    static OfficialSdk connect(Address address) {
        var client = McpClient.sync(transport(address))
                .requestTimeout(Duration.ofSeconds(30))
                .build();
        client.initialize();
        return new OfficialSdk(client);
    }

    private static McpClientTransport transport(Address address) {
        return switch (address) {
            case Address.Program program -> {
                var command = program.command();
                var parameters = ServerParameters.builder(command.getFirst())
                        .args(command.subList(1, command.size()))
                        .build();
                yield new StdioClientTransport(parameters, McpJsonDefaults.getMapper());
            }
            case Address.Web web -> {
                var url = URI.create(web.url());
                yield HttpClientStreamableHttpTransport.builder("http://" + url.getAuthority())
                        .endpoint(url.getPath())
                        .build();
            }
        };
    }

    @Override
    public void call() {
        var content = client.callTool(CALL).content().getFirst();
        Check.text(((TextContent) content).text());
    }

    @Override
    public int list() {
        return client.listTools().tools().size();
    }

    @Override
    public void listAndRead() {
        client.listTools()
                .tools()
                .forEach(tool -> Check.members(tool.inputSchema().size()));
    }

    @Override
    public void close() {
        client.close();
    }
}
