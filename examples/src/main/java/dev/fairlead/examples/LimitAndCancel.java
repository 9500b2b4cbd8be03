package dev.fairlead.examples;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.ServerCommand;
import java.time.Duration;
import java.util.Map;

/** Follows the progress of a call, and gives up on one that takes too long. */
public final class LimitAndCancel {
    private LimitAndCancel() {}

    /** Lets the demo server sleep twice: once short enough, once not. */
    public static void main(String[] args) {
        var progress = new CallListener() {
            @Override
            public void progress(Progress progress) {
                System.out.println("progress: " + progress.words());
            }
        };
        try (var client = McpClient.connect(ServerCommand.of(DemoServer.command()))) {
            var listening = CallOptions.usual().withListener(progress);
            System.out.println(client.callTool("sleep", Map.of("seconds", 0.2, "steps", 2), listening)
                    .text());
            try {
                client.callTool("sleep", Map.of("seconds", 60), CallOptions.within(Duration.ofMillis(300)));
            } catch (CallTimeoutException tooLong) {
                System.out.println("gave up: " + tooLong.getMessage());
            }
        }
    }
}
