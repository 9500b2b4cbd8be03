package dev.fairlead.bench;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The official Java SDK, for comparison. Its concurrent calls can fail; failures are counted and tried again. */
final class OfficialSdk implements Contender {
    private static final CallToolRequest CALL =
            CallToolRequest.builder("echo").arguments(Map.of("text", "ping")).build();

    private final McpSyncClient client;
    private final AtomicLong failures = new AtomicLong();

    OfficialSdk() {
        var command = EchoServer.command();
        var parameters = ServerParameters.builder(command.getFirst())
                .args(command.subList(1, command.size()))
                .build();
        client = McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
                .requestTimeout(Duration.ofSeconds(30))
                .build();
        client.initialize();
    }

    @Override
    public String name() {
        return "official Java SDK";
    }

    @Override
    public void call() {
        client.callTool(CALL);
    }

    @Override
    public void calls(int calls, int width) throws Exception {
        Crowd.share(calls, width, () -> {
            while (true) {
                try {
                    return client.callTool(CALL);
                } catch (RuntimeException emissionFailed) {
                    failures.incrementAndGet();
                }
            }
        });
    }

    /** Returns how many calls failed and were made again. */
    long failures() {
        return failures.get();
    }

    @Override
    public void close() {
        client.close();
    }
}
