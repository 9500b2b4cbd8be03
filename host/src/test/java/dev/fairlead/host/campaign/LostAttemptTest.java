package dev.fairlead.host.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.Host;
import dev.fairlead.host.HostCallOptions;
import dev.fairlead.host.HostResult;
import dev.fairlead.host.RetryPolicy;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LostAttemptTest {
    @Test
    void anAttemptThatWasLostIsNotForgottenWhenTheNextOneIsNeverSent() {
        var runs = new AtomicInteger();
        var server = new AtomicReference<FakeServer>();
        var host = new AtomicReference<Host>();
        server.set(FakeServer.named("s")
                .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> {
                    runs.incrementAndGet();
                    host.get().stop("s"); // So that there is nobody to send the next attempt to.
                    server.get().disconnect();
                    return CallToolResult.ofText("never heard");
                })
                .build());
        var quick = RetryPolicy.SAFE.pausing(Duration.ofMillis(1), Duration.ofMillis(5));
        try (var opened = Host.builder()
                .retry(quick)
                .server("s", server.get().transport())
                .open()) {
            host.set(opened);
            var result = opened.call("s__t", null, HostCallOptions.usual().allowRepeating());
            assertThat(runs).hasValue(1);
            assertThat(result.attempts()).isGreaterThan(1);
            assertThat(result.ending()).isEqualTo(HostResult.Ending.FAILED);
            assertThat(result.error()).containsPattern("it is (being )?stopped"); // It ends meanwhile.
            assertThat(result.unknown()).as("it did run").isTrue();
        }
    }
}
