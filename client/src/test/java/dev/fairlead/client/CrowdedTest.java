package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits hold also where a call is kept busy, or waits for another. */
@Timeout(60)
class CrowdedTest {
    private static final Duration LIMIT = Duration.ofMillis(500);

    private static McpClient connect(ScriptedServer server) {
        return McpClient.connect(server.transport(), NegotiationTest.profile().build());
    }

    @Test
    @Verifies("I-13")
    void theTotalLimitHoldsWhileThereIsAlwaysMoreProgress() {
        var server = ScriptedServer.legacy()
                .answering("tools/list", "{'tools':[{'name':'t','inputSchema':{'type':'object'}}]}");
        server.on("tools/call", (request, line) -> {
            for (int i = 1; i <= 900; i++) {
                line.send(
                        "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':%s,'progress':%d}}"
                                .formatted(request.id(), i));
            }
        });
        var slow = new CallListener() {
            @Override
            public void progress(Progress progress) {
                pause(Duration.ofMillis(20));
            }
        };
        try (var client = connect(server)) {
            client.listTools();
            long start = System.nanoTime();
            assertThatThrownBy(() ->
                            client.callTool("t", null, CallOptions.within(LIMIT).withListener(slow)))
                    .isInstanceOf(CallTimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        }
    }

    @Test
    @Verifies("I-13")
    void aCallThatWaitsForAnothersListingKeepsItsOwnLimitAndCanBeInterrupted() throws Exception {
        var listing = new CountDownLatch(1);
        var server = ScriptedServer.legacy();
        server.on("tools/list", (request, line) -> listing.countDown());
        try (var client = connect(server)) {
            var first = client.async().callTool("t", null);
            assertThat(listing.await(30, TimeUnit.SECONDS)).isTrue();

            assertThatThrownBy(() -> client.callTool("t", null, CallOptions.within(LIMIT)))
                    .isInstanceOf(CallTimeoutException.class)
                    .matches(timeout -> !((CallTimeoutException) timeout).maybeExecuted());

            var outcome = new AtomicReference<Throwable>();
            var waiting = Thread.ofVirtual().start(() -> {
                try {
                    client.callTool("t", null);
                } catch (CallCancelledException cancelled) {
                    outcome.set(cancelled);
                }
            });
            waiting.interrupt();
            assertThat(waiting.join(Duration.ofSeconds(30))).isTrue();
            assertThat(outcome.get()).isInstanceOf(CallCancelledException.class);
            first.cancel(true);
        }
    }

    private static void pause(Duration duration) {
        try {
            dev.fairlead.wire.Deadline.after(duration).await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
