package dev.fairlead.host;

import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.Fault;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that takes longer to say its tools than a call may take. */
@Timeout(120)
class LateListTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final HostCallOptions BRIEF = HostCallOptions.usual()
            .withCall(CallOptions.usual().withLimits(Limits.USUAL.withIdle(Duration.ofMillis(300))));

    private final FakeServer server = FakeServer.named("slow")
            .tool(tool("t"), call -> CallToolResult.ofText("done"))
            .build();

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private static Host open(HttpFront front, Duration recheck) {
        var host = Host.builder().url("slow", front.url()).recheck(recheck).open();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("slow").orElseThrow().ready());
        return host;
    }

    private static HostResult call(Host host) {
        return host.call("slow__t", null, BRIEF);
    }

    @Test
    void isWaitedForByACallWhileTheChangeIsReadThatItsServerTold() throws Exception {
        var asked = new CountDownLatch(1);
        try (var front = HttpFront.serving(server);
                var host = open(front, Duration.ofHours(1))) {
            front.faults().on(rpc("tools/list"), (exchange, usual) -> {
                asked.countDown();
                exchange.awaitGone();
            });
            server.tell(new ServerEvent.ToolsChanged());
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            var result = call(host);
            assertThat(result.ending()).as("%s", result.error()).isEqualTo(Ending.TIMEOUT);
            assertThat(result.error()).contains("its tools were not listed in time", "never sent");
            assertThat(result.unknown()).isFalse();
        }
    }

    @Test
    void isReadForThoseWhoComeLaterAlsoWhereOnlyANewToolWasSought() {
        try (var front = HttpFront.serving(server)) {
            front.faults().on(rpc("subscriptions/listen"), Fault.answer(404)); // So that it tells of nothing.
            try (var host = open(front, Duration.ZERO)) {
                front.faults().on(rpc("tools/list"), Fault.delay(Duration.ofSeconds(1)));
                server.add(tool("new"), call -> CallToolResult.ofText("new"));
                var early = host.call("slow__new", null, HostCallOptions.within(Duration.ofMillis(300)));
                assertThat(early.ending()).as("%s", early.error()).isEqualTo(Ending.TIMEOUT);
                Awaitility.await()
                        .atMost(LIMIT)
                        .until(() -> host.catalog().tool("slow__new").isPresent());
            }
        }
    }

    @Test
    void servesThoseWhoComeLaterHoweverManyWaitedInVainWhileItWasRead() {
        try (var front = HttpFront.serving(server);
                var host = open(front, Duration.ofSeconds(2))) {
            front.faults().on(rpc("tools/list"), Fault.delay(Duration.ofSeconds(1)));
            Awaitility.await().atMost(LIMIT).until(() -> call(host).ending() == Ending.TIMEOUT);
            Awaitility.await().atMost(LIMIT).until(() -> call(host).success());
        }
    }
}
