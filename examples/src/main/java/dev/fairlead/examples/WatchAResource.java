package dev.fairlead.examples;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.ServerCommand;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Hears when a resource changes, and reads it again. */
public final class WatchAResource {
    private WatchAResource() {}

    /** Watches the counter of the demo server. */
    public static void main(String[] args) throws InterruptedException, TimeoutException {
        try (var client = McpClient.connect(ServerCommand.of(DemoServer.command()));
                var changes = client.subscribe(SubscriptionFilter.resource("demo://counter"))) {
            client.callTool("count", null);
            var event = changes.next(Duration.ofSeconds(10)).orElseThrow();
            if (event instanceof ServerEvent.ResourceUpdated(var uri)
                    && client.readResource(uri).contents().getFirst() instanceof ResourceContents.Text text) {
                System.out.println(uri + " is now " + text.text());
            }
        }
    }
}
