package dev.fairlead.bench.contenders;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import java.io.IOException;

/** The MCP client of LangChain4j; told not to keep the list of tools, so that listing lists. */
record LangChain4j(McpClient client) implements Client {
    private static final ToolExecutionRequest CALL = ToolExecutionRequest.builder()
            .name("echo")
            .arguments("{\"text\":\"ping\"}")
            .build();

    static LangChain4j connect(Address address) {
        return new LangChain4j(new DefaultMcpClient.Builder()
                .transport(transport(address))
                .cacheToolList(false)
                .build());
    }

    private static McpTransport transport(Address address) {
        return switch (address) {
            case Address.Program program ->
                new StdioMcpTransport.Builder().command(program.command()).build();
            case Address.Web web ->
                new StreamableHttpMcpTransport.Builder().url(web.url()).build();
        };
    }

    @Override
    public void call() {
        Check.text(client.executeTool(CALL).resultText());
    }

    @Override
    public int list() {
        return client.listTools().size();
    }

    @Override
    public void listAndRead() {
        client.listTools()
                .forEach(
                        tool -> Check.members(1 + tool.parameters().properties().size()));
    }

    @Override
    public void close() throws IOException {
        try {
            client.close();
        } catch (Exception failure) {
            throw new IOException("it could not be closed", failure);
        }
    }
}
