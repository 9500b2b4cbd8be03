package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.http.Fault;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server of HTTP+SSE that takes calls and does not respond to their POSTs. */
@Timeout(240)
@Tag("thorough")
class HttpSseSilenceTest {
    private static final int MANY = 66;

    @Test
    void howeverManyCallsItLeavesWithoutAWordTheNextAndItsCancellationReachIt() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            try (var client = stage.connectSse(stage.profile())) {
                client.listTools();
                stage.front.faults().times(MANY + 1, rpc("tools/call"), Fault.stall());
                for (int i = 0; i < MANY; i++) {
                    Thread.ofVirtual().start(() -> failing(client));
                }
                await().atMost(SOON.multipliedBy(2))
                        .until(() -> stage.front.faults().struck() == MANY);
                var failure = new CompletableFuture<McpException>();
                var caller = Thread.ofVirtual().start(() -> failure.complete(failing(client)));
                await().atMost(SOON).until(() -> stage.front.faults().struck() == MANY + 1);
                caller.interrupt();
                assertThat(within(failure)).isInstanceOf(CallCancelledException.class);
                stage.front.awaitRequest(rpc("notifications/cancelled"), SOON);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
            assertThat(stage.gets()).hasSize(1);
        }
    }

    private static McpException failing(McpClient client) {
        return catchThrowableOfType(McpException.class, () -> client.callTool("echo", null));
    }
}
