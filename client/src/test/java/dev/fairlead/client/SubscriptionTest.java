package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Streams of changes: how they begin, go on and end. */
class SubscriptionTest {
    private static final ServerEvent CHANGED = new ServerEvent.ResourceUpdated("r:a");

    private FakeServer server = FakeServer.named("unused").build();

    private McpClient connect(Era era) {
        server = FakeServer.named("changing")
                .era(era)
                .tool(Tool.of("t", null, json("{'type':'object'}")), call -> CallToolResult.ofText("ok"))
                .resource(Resource.of("r:a", "a"), (uri, call) -> ReadResourceResult.of())
                .build();
        return McpClient.connect(server.transport());
    }

    private static SubscriptionFilter filter() {
        return SubscriptionFilter.resource("r:a");
    }

    private long received(String method) {
        return server.received().stream()
                .filter(message -> method.equals(
                        switch (message) {
                            case Request request -> request.method();
                            case Notification notification -> notification.method();
                            case Message other -> "";
                        }))
                .count();
    }

    @Test
    @Verifies({"I-18", "I-16"})
    void aStreamEndedInGoodOrderIsOver() throws Exception {
        try (var client = connect(Era.MODERN);
                var changes = client.subscribe(filter())) {
            server.endSubscriptions();
            assertThat(changes.next(LIMIT)).isEmpty();
            assertThat(changes.end()).contains(new SubscriptionEnd.Graceful());
            assertThat(received("subscriptions/listen")).isEqualTo(1);
        }
        assertThat(received("notifications/cancelled")).isZero();
    }

    @Test
    @Verifies({"I-12", "I-18"})
    void aStreamThatIsDroppedIsOpenedAgain() throws Exception {
        try (var client = connect(Era.MODERN);
                var changes = client.subscribe(filter())) {
            var next = CompletableFuture.supplyAsync(() -> read(changes), Thread::startVirtualThread);
            server.dropSubscriptions();
            await().atMost(LIMIT).until(() -> received("subscriptions/listen") == 2);
            await().atMost(LIMIT).until(() -> {
                server.tell(CHANGED);
                return next.isDone();
            });
            assertThat(next.get(20, TimeUnit.SECONDS)).contains(CHANGED);
            assertThat(changes.end()).isEmpty();
            assertThat(server.complaints()).isEmpty();
        }
    }

    /** Acknowledges and drops the first stream, then says nothing about the next until told to. */
    private static ScriptedServer hesitant(AtomicBoolean willing) {
        var turn = new AtomicInteger();
        return ScriptedServer.modern().on("subscriptions/listen", (request, line) -> {
            boolean first = turn.getAndIncrement() == 0;
            if (first || willing.get()) {
                line.send(("{'jsonrpc':'2.0','method':'notifications/subscriptions/acknowledged','params':{"
                                + "'notifications':{'toolsListChanged':true},"
                                + "'_meta':{'io.modelcontextprotocol/subscriptionId':%s}}}")
                        .formatted(request.id().toJson()));
            }
            if (first) {
                line.refuse(request, -32603, "dropped", null);
            }
        });
    }

    @Test
    void listeningAgainTakesNoLongerThanTheReadersPatience() throws Exception {
        var willing = new AtomicBoolean();
        var script = hesitant(willing);
        try (var client = McpClient.connect(
                        script.transport(), NegotiationTest.profile().build());
                var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
            var begun = System.nanoTime();
            assertThatThrownBy(() -> changes.next(Duration.ofMillis(1500))).isInstanceOf(TimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
            assertThat(script.requests("subscriptions/listen")).hasSizeGreaterThan(1);
            assertThat(changes.end()).isEmpty();

            willing.set(true);
            int before = script.requests("subscriptions/listen").size();
            // Readers with little patience get there as well, and hear that something may have changed meanwhile.
            await().atMost(LIMIT)
                    .ignoreException(TimeoutException.class)
                    .until(
                            () -> changes.next(Duration.ofMillis(100)),
                            Optional.of(new ServerEvent.ToolsChanged())::equals);
            assertThat(script.requests("subscriptions/listen")).hasSizeGreaterThan(before);
            assertThat(changes.end()).isEmpty();
        }
    }

    @Test
    void anInterruptionWhileListeningAgainIsOne() throws Exception {
        var script = hesitant(new AtomicBoolean());
        try (var client = McpClient.connect(
                        script.transport(), NegotiationTest.profile().build());
                var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
            var interrupted = new CompletableFuture<Boolean>();
            var reader = Thread.ofVirtual().start(() -> {
                try {
                    interrupted.complete(changes.next().isPresent());
                } catch (InterruptedException expected) {
                    interrupted.complete(true);
                }
            });
            await().atMost(LIMIT)
                    .until(() -> script.requests("subscriptions/listen").size() > 1);
            reader.interrupt();
            assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(changes.end()).isEmpty();
        }
    }

    @Test
    void waitingToListenAgainEndsWithItsDeadlineAndGoesOnLater() throws Exception {
        try (var client = connect(Era.MODERN);
                var changes = client.subscribe(filter())) {
            server.dropSubscriptions();
            assertThatThrownBy(() -> changes.next(Duration.ofMillis(50))).isInstanceOf(TimeoutException.class);
            assertThat(changes.end()).isEmpty();
            var next = CompletableFuture.supplyAsync(() -> read(changes), Thread::startVirtualThread);
            await().atMost(LIMIT).until(() -> {
                server.tell(CHANGED);
                return next.isDone();
            });
            assertThat(next.join()).contains(CHANGED);
        }
    }

    @EachEra
    @Verifies({"C-11", "I-18"})
    void closingWakesABlockedReader(Era era) throws Exception {
        try (var client = connect(era)) {
            var changes = client.subscribe(filter());
            var next = CompletableFuture.supplyAsync(() -> read(changes), Thread::startVirtualThread);
            changes.close();
            assertThat(next.get(20, TimeUnit.SECONDS)).isEmpty();
            assertThat(changes.end()).contains(new SubscriptionEnd.Cancelled());
            changes.close();
            client.listTools();
            assertThat(received(era == Era.MODERN ? "notifications/cancelled" : "resources/unsubscribe"))
                    .isEqualTo(1);
        }
        assertThat(server.complaints()).isEmpty();
    }

    @EachEra
    @Verifies({"C-8", "I-18"})
    void losingTheConnectionEndsIt(Era era) throws Exception {
        try (var client = connect(era);
                var changes = client.subscribe(filter())) {
            var next = CompletableFuture.supplyAsync(() -> read(changes), Thread::startVirtualThread);
            server.disconnect();
            assertThat(next.get(20, TimeUnit.SECONDS)).isEmpty();
            assertThat(changes.end().orElseThrow()).isInstanceOf(SubscriptionEnd.Dropped.class);
            await().atMost(LIMIT).until(() -> client.state() instanceof ConnectionState.Failed);
            assertThat(client.violations()).isEmpty();
        }
    }

    @EachEra
    void closingTheClientCancelsIt(Era era) throws Exception {
        var client = connect(era);
        try (var changes = client.subscribe(filter())) {
            var next = CompletableFuture.supplyAsync(() -> read(changes), Thread::startVirtualThread);
            client.close();
            assertThat(next.get(20, TimeUnit.SECONDS)).isEmpty();
            assertThat(changes.end()).contains(new SubscriptionEnd.Cancelled());
        }
    }

    @Test
    void nobodyWaitsForChangesOnALineThatIsNoMore() throws Exception {
        try (var client = connect(Era.LEGACY)) {
            server.disconnect();
            await().atMost(LIMIT).until(() -> client.state() instanceof ConnectionState.Failed);
            try (var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
                assertThat(changes.next(LIMIT)).isEmpty();
            }
        }
    }

    @Test
    @Verifies("G-28")
    void twoListenersShareOneSubscriptionOfALegacyServer() throws Exception {
        try (var client = connect(Era.LEGACY);
                var one = client.subscribe(filter())) {
            try (var two = client.subscribe(filter())) {
                server.tell(CHANGED);
                assertThat(one.next(LIMIT)).contains(CHANGED);
                assertThat(two.next(LIMIT)).contains(CHANGED);
                assertThat(received("resources/subscribe")).isEqualTo(1);
            }
            assertThat(received("resources/unsubscribe")).isZero();
            server.tell(new ServerEvent.ResourceUpdated("r:a/part"));
            assertThat(one.next(LIMIT)).contains(new ServerEvent.ResourceUpdated("r:a/part"));
        }
        assertThat(received("resources/unsubscribe")).isEqualTo(1);
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    @Verifies("G-28")
    void whoeverWasTooSlowToHearAllIsNotSubscribedAnyMore() throws Exception {
        var server =
                ScriptedServer.legacy().answering("resources/subscribe", "{}").answering("resources/unsubscribe", "{}");
        try (var client = McpClient.connect(
                        server.transport(), NegotiationTest.profile().build());
                var others = client.subscribe(SubscriptionFilter.toolsChanged());
                var changes = client.subscribe(filter())) {
            // More than waits for anybody.
            for (int i = 0; i < 600; i++) {
                server.line()
                        .send(
                                "{'jsonrpc':'2.0','method':'notifications/resources/updated','params':{'uri':'r:a/%d/%s'}}"
                                        .formatted(i, "x".repeat(16_000)));
                if (i % 100 == 99) {
                    server.line().send("{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}");
                    assertThat(others.next(LIMIT)).contains(new ServerEvent.ToolsChanged()); // They have come by now.
                }
            }
            int heard = 0;
            while (changes.next(LIMIT).isPresent()) {
                heard++;
            }
            assertThat(heard).isBetween(1, 599);
            assertThat(changes.end().orElseThrow()).isInstanceOf(SubscriptionEnd.Lagged.class);
            changes.close();
            try (var again = client.subscribe(filter())) {
                assertThat(again.end()).isEmpty();
                assertThat(server.requests("resources/subscribe")).hasSize(2);
            }
            assertThat(server.requests("resources/unsubscribe")).hasSize(2);
        }
    }

    @EachEra
    @Verifies({"I-15", "I-17"})
    void onlyWhatWasAskedForIsHeard(Era era) throws Exception {
        try (var client = connect(era);
                var tools = client.subscribe(SubscriptionFilter.toolsChanged());
                var resource = client.subscribe(filter())) {
            server.tell(CHANGED);
            server.tell(new ServerEvent.ToolsChanged());
            assertThat(tools.next(LIMIT)).contains(new ServerEvent.ToolsChanged());
            assertThat(resource.next(LIMIT)).contains(CHANGED);
            assertThatThrownBy(() -> tools.next(Duration.ofMillis(20))).isInstanceOf(TimeoutException.class);
        }
    }

    @Test
    @Verifies("A-45")
    void aServerWithoutSubscriptionsIsNotAskedForOne() {
        var plain = ScriptedServer.legacy("{'resources':{}}");
        try (var client =
                McpClient.connect(plain.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.subscribe(filter())).isInstanceOf(UnsupportedFeatureException.class);
            assertThat(plain.requests("resources/subscribe")).isEmpty();
        }
    }

    @Test
    @Verifies("I-8")
    void aRefusedSubscriptionIsAnErrorAndIsNotCancelled() {
        var refusing = ScriptedServer.modern().refusing("subscriptions/listen", -32603, "not today");
        try (var client = McpClient.connect(
                refusing.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.subscribe(filter()))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("not today");
            client.ping();
            assertThat(refusing.notifications("notifications/cancelled")).isEmpty();
        }
    }

    @Test
    @Verifies({"I-16", "C-11"})
    void aSubscriptionThatIsNotAcknowledgedTimesOut() {
        var silent = ScriptedServer.modern().on("subscriptions/listen", (request, line) -> {});
        var limits = dev.fairlead.client.handler.Limits.within(Duration.ofMillis(200));
        try (var client = McpClient.connect(
                silent.transport(), NegotiationTest.profile().limits(limits).build())) {
            assertThatThrownBy(() -> client.subscribe(filter())).isInstanceOf(CallTimeoutException.class);
            silent.awaitNotification("notifications/cancelled");
        }
    }

    @Test
    @Verifies({"I-16", "I-17", "C-10"})
    void oddNewsIsReportedAndTheStreamGoesOn() throws Exception {
        var odd = ScriptedServer.modern().on("subscriptions/listen", (request, line) -> {
            var meta = "'_meta':{'io.modelcontextprotocol/subscriptionId':%s}".formatted(request.id());
            var news = "{'jsonrpc':'2.0','method':'notifications/%s','params':{%s%s}}";
            line.send(news.formatted("subscriptions/acknowledged", "'notifications':7,", meta));
            line.send(news.formatted("resources/updated", "", meta));
            line.send(news.formatted("what/ever", "", meta));
            line.send(news.formatted("resources/updated", "'uri':'r:a',", meta));
        });
        try (var client = McpClient.connect(
                        odd.transport(), NegotiationTest.profile().build());
                var changes = client.subscribe(filter())) {
            assertThat(changes.next(LIMIT)).contains(CHANGED);
            assertThat(client.violations().get(Violation.Kind.BAD_SHAPE)).isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    @Verifies("I-16")
    void grantingLessIsNoViolationUnlessItWasPromised() throws Exception {
        var modest = ScriptedServer.modern("{'tools':{'listChanged':true}}")
                .on("subscriptions/listen", (request, line) -> {
                    line.send(("{'jsonrpc':'2.0','method':'notifications/subscriptions/acknowledged','params':"
                                    + "{'notifications':{'toolsListChanged':true},"
                                    + "'_meta':{'io.modelcontextprotocol/subscriptionId':%s}}}")
                            .formatted(request.id()));
                });
        try (var client = McpClient.connect(
                        modest.transport(), NegotiationTest.profile().build());
                var changes = client.subscribe(SubscriptionFilter.all())) {
            assertThat(changes.end()).isEmpty();
            assertThat(client.violations()).isEmpty();
        }
    }

    private static Optional<ServerEvent> read(Subscription changes) {
        try {
            return changes.next();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
