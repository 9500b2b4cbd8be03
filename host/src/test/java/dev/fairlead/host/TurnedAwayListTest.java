package dev.fairlead.host;

import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.Fault;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server, or something before it, that turns away one listing of its tools, and wants nobody to log in. */
@Timeout(120)
class TurnedAwayListTest {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final FakeServer server = FakeServer.named("far")
            .tool(tool("echo"), call -> CallToolResult.ofText("done"))
            .tool(tool("gate"), call -> {
                begun.countDown();
                released.await();
                return CallToolResult.ofText("through");
            })
            .build();

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    @Test
    void failsTheCallThatNeededItAndNoOther() throws Exception {
        try (var front = HttpFront.serving(server);
                var host = Host.builder()
                        .url("far", front.url())
                        .recheck(Duration.ZERO)
                        .open()) {
            var underWay = new FutureTask<>((Callable<HostResult>) () -> host.call("far__gate", null));
            Thread.ofVirtual().start(underWay);
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

            front.faults().once(rpc("tools/list"), Fault.answer(403));
            assertThat(host.call("far__echo", null).error()).contains("tools/list");

            assertThat(host.call("far__echo", null).text()).isEqualTo("done");
            released.countDown();
            assertThat(underWay.get(60, TimeUnit.SECONDS).text()).isEqualTo("through");
        } finally {
            released.countDown();
        }
    }
}
