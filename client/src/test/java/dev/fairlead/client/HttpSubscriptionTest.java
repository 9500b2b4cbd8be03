package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.nextOf;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Listening over HTTP: a stream of its own in the modern era, which is opened anew whenever it is lost. */
@Timeout(120)
class HttpSubscriptionTest {
    private static final ServerEvent CHANGED = new ServerEvent.ResourceUpdated("r:a");

    private enum Loss {
        RESET,
        RESTART
    }

    private static SubscriptionFilter filter() {
        return SubscriptionFilter.resource("r:a");
    }

    private static void lose(HttpStage stage, Loss how) {
        switch (how) {
            case RESET -> stage.front.dropStreams();
            case RESTART -> stage.front.restart();
        }
    }

    @EnumSource(Loss.class)
    @ParameterizedTest
    @Verifies({"I-19", "I-18", "D-44"})
    void aModernSubscriptionIsOpenedAnewWhenItsStreamIsLost(Loss how) throws Exception {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect();
                var changes = client.subscribe(filter())) {
            stage.server.tell(CHANGED);
            assertThat(changes.next(SOON)).contains(CHANGED);
            var next = nextOf(changes);
            lose(stage, how);
            await().atMost(SOON).until(() -> {
                stage.server.tell(CHANGED);
                return next.isDone();
            });
            assertThat(within(next)).contains(CHANGED);
            assertThat(changes.end()).isEmpty();
            assertThat(stage.rpc("subscriptions/listen"))
                    .hasSize(2)
                    .extracting(RecordedRequest::rpcId)
                    .doesNotHaveDuplicates();
            assertThat(stage.front.requests())
                    .allMatch(request -> request.method().equals("POST"));
            assertThat(client.state()).isInstanceOf(ConnectionState.Ready.class);
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
        }
    }

    @Test
    @Verifies({"I-19", "I-18"})
    void aStreamThatEndsWithoutAnAnswerIsOpenedAnew() throws Exception {
        var turn = new AtomicInteger();
        try (var server = ScriptedHttp.modern().on("subscriptions/listen", exchange -> {
            var id = exchange.request().rpcId();
            var events = exchange.events(Map.of());
            events.send(news("subscriptions/acknowledged", "'notifications':{'toolsListChanged':true},", id));
            if (turn.getAndIncrement() == 0) {
                events.end();
            } else {
                events.send(news("tools/list_changed", "", id));
                events.awaitEnd();
            }
        })) {
            var profile = NegotiationTest.profile().build();
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile);
                    var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
                assertThat(changes.next(SOON)).contains(new ServerEvent.ToolsChanged());
                assertThat(server.rpc("subscriptions/listen"))
                        .hasSize(2)
                        .extracting(RecordedRequest::rpcId)
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    @Verifies({"I-19", "I-18"})
    void theStreamOfASubscriptionThatTheServerCancelsIsClosed() throws Exception {
        var turn = new AtomicInteger();
        try (var server = ScriptedHttp.modern().on("subscriptions/listen", exchange -> {
            var id = exchange.request().rpcId();
            var events = exchange.events(Map.of());
            events.send(news("subscriptions/acknowledged", "'notifications':{'toolsListChanged':true},", id));
            if (turn.getAndIncrement() == 0) {
                events.send(news("cancelled", "'requestId':%s,".formatted(id), id));
            }
            events.awaitEnd(); // The server does not end it.
        })) {
            var profile = NegotiationTest.profile().build();
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile);
                    var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
                assertThat(changes.next(SOON)).contains(new ServerEvent.ToolsChanged());
                assertThat(server.rpc("subscriptions/listen")).hasSize(2);
                await().atMost(SOON).until(() -> server.http().openStreams() == 1);
            }
        }
    }

    private static ServerSentEvent news(String method, String members, String subscription) {
        return ServerSentEvent.message(ScriptedHttp.quoted(("{'jsonrpc':'2.0','method':'notifications/%s','params':{%s"
                        + "'_meta':{'io.modelcontextprotocol/subscriptionId':%s}}}")
                .formatted(method, members, subscription)));
    }

    @Test
    @Verifies("I-19")
    void aServerThatIsDownForAWhileIsListenedToWhenItIsBack() throws Exception {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect();
                var changes = client.subscribe(filter())) {
            var next = nextOf(changes);
            stage.front.faults().times(2, rpc("subscriptions/listen"), Fault.answer(503));
            stage.front.dropStreams();
            await().atMost(SOON).until(() -> {
                stage.server.tell(CHANGED);
                return next.isDone();
            });
            assertThat(within(next)).contains(CHANGED);
        }
    }

    @EachEra
    @Verifies("I-19")
    void noTimeLimitAppliesToListening(Era era) throws Exception {
        var limit = Duration.ofSeconds(2);
        try (var stage = HttpStage.of(era);
                var client = stage.connect(stage.profile().limits(Limits.within(limit)));
                var changes = client.subscribe(filter())) {
            assertThatThrownBy(() -> changes.next(limit.multipliedBy(3).dividedBy(2)))
                    .isInstanceOf(TimeoutException.class);
            stage.server.tell(CHANGED);
            assertThat(changes.next(SOON)).contains(CHANGED);
            assertThat(stage.rpc("subscriptions/listen")).hasSize(era == Era.MODERN ? 1 : 0);
            assertThat(changes.end()).isEmpty();
        }
    }

    @Test
    @Verifies("I-18")
    void aModernSubscriptionThatTheServerEndsIsOver() throws Exception {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect();
                var changes = client.subscribe(filter())) {
            stage.server.endSubscriptions();
            assertThat(changes.next(SOON)).isEmpty();
            assertThat(changes.end()).contains(new SubscriptionEnd.Graceful());
            assertThat(stage.rpc("subscriptions/listen")).hasSize(1);
        }
    }

    @Test
    @Verifies({"I-15", "I-17"})
    void modernSubscriptionsHaveStreamsOfTheirOwn() throws Exception {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect();
                var tools = client.subscribe(SubscriptionFilter.toolsChanged());
                var resource = client.subscribe(filter())) {
            assertThat(stage.front.openStreams()).isEqualTo(2);
            stage.server.tell(CHANGED);
            stage.server.tell(new ServerEvent.ToolsChanged());
            assertThat(tools.next(SOON)).contains(new ServerEvent.ToolsChanged());
            assertThat(resource.next(SOON)).contains(CHANGED);
            tools.close();
            await().atMost(SOON).until(() -> stage.front.openStreams() == 1);
            stage.server.tell(CHANGED);
            assertThat(resource.next(SOON)).contains(CHANGED);
        }
    }

    @EachEra
    void closingTheClientEndsListening(Era era) throws Exception {
        try (var stage = HttpStage.of(era)) {
            var client = stage.connect();
            var changes = client.subscribe(filter());
            var next = nextOf(changes);
            client.close();
            assertThat(within(next)).isEmpty();
            assertThat(changes.end()).contains(new SubscriptionEnd.Cancelled());
            await().atMost(SOON).until(() -> stage.front.openStreams() == 0);
        }
    }
}
