package dev.fairlead.bench;

import dev.fairlead.client.McpClient;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.Map;

/** Fairlead with its usual settings, argument checking included. */
final class FairleadClient implements Contender {
    private static final Map<String, String> ARGUMENTS = Map.of("text", "ping");

    private final String name;
    private final McpClient client;

    private FairleadClient(String name, McpClient client) {
        this.name = name;
        this.client = client;
    }

    static FairleadClient overStdio() {
        return new FairleadClient("Fairlead", McpClient.connect(ServerCommand.of(EchoServer.command())));
    }

    static FairleadClient overHttp(String name, String url) {
        return new FairleadClient(name, McpClient.connect(url));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void call() {
        var answer = client.callTool("echo", ARGUMENTS).text();
        if (!answer.equals("pong")) {
            throw new IllegalStateException("wrong answer: " + answer);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
