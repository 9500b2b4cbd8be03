package dev.fairlead.bench;

import dev.fairlead.client.McpClient;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.Map;

/** Fairlead with its usual settings, argument checking included. */
final class FairleadClient implements Contender {
    private static final Map<String, String> ARGUMENTS = Map.of("text", "ping");

    private final McpClient client = McpClient.connect(ServerCommand.of(EchoServer.command()));

    @Override
    public String name() {
        return "Fairlead";
    }

    @Override
    public void call() {
        check(client.callTool("echo", ARGUMENTS).text());
    }

    @Override
    public void calls(int calls, int width) throws Exception {
        Crowd.share(calls, width, () -> check(client.callTool("echo", ARGUMENTS).text()));
    }

    private static boolean check(String answer) {
        if (!answer.equals("pong")) {
            throw new IllegalStateException("wrong answer: " + answer);
        }
        return true;
    }

    @Override
    public void close() {
        client.close();
    }
}
