package dev.fairlead.bench;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The official Java SDK, for comparison. Its concurrent calls can fail; failures are counted and tried again. */
final class OfficialSdk implements Contender {
    private static final CallToolRequest CALL =
            CallToolRequest.builder("echo").arguments(Map.of("text", "ping")).build();

    private final String name;
    private final McpSyncClient client;
    private final AtomicLong failures = new AtomicLong();

    private OfficialSdk(String name, McpClientTransport transport) {
        this.name = name;
        client =
                McpClient.sync(transport).requestTimeout(Duration.ofSeconds(30)).build();
        client.initialize();
    }

    static OfficialSdk overStdio() {
        var command = EchoServer.command();
        var parameters = ServerParameters.builder(command.getFirst())
                .args(command.subList(1, command.size()))
                .build();
        return new OfficialSdk("official Java SDK", new StdioClientTransport(parameters, McpJsonDefaults.getMapper()));
    }

    static OfficialSdk overHttp(String name, String url) {
        var target = URI.create(url);
        return new OfficialSdk(
                name,
                HttpClientStreamableHttpTransport.builder("http://" + target.getAuthority())
                        .endpoint(target.getPath())
                        .build());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void call() {
        while (true) {
            try {
                var ignored = client.callTool(CALL);
                return;
            } catch (RuntimeException failed) {
                failures.incrementAndGet();
            }
        }
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
