package dev.fairlead.host.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.Sessions;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A line that somebody listens to, which nobody on it must notice. */
@Timeout(60)
class TappedTransportTest {
    private final List<Traffic> heard = new CopyOnWriteArrayList<>();

    private static final WireListener NOBODY = new WireListener() {
        @Override
        public void tolerated(Violation violation) {}

        @Override
        public void stderr(String line) {}
    };

    private static FakeServer.Builder server(Era era) {
        return FakeServer.named("tapped")
                .era(era)
                .tool(Tool.of("echo", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("hi"));
    }

    @Test
    void isWhatTheOtherTransportIs() {
        for (var strategy : HttpStrategy.values()) {
            var inner = HttpTransport.to("http://localhost:1/mcp").withStrategy(strategy);
            var tapped = TappedTransport.of(inner, heard::add);
            assertThat(tapped.server()).isEqualTo(inner.server());
            assertThat(tapped.kind()).isEqualTo(inner.kind());
            assertThat(tapped.identity()).isEqualTo(inner.identity());
            assertThat(tapped.reachesModern()).isEqualTo(inner.reachesModern());
            assertThat(tapped).hasToString(inner.toString());
            assertThat(tapped.handshakes()).hasSameSizeAs(inner.handshakes());
            for (int way = 0; way < inner.handshakes().size(); way++) {
                var theirs = inner.handshakes().get(way);
                var ours = tapped.handshakes().get(way);
                assertThat(ours.kind()).isEqualTo(theirs.kind());
                assertThat(ours.reachesModern()).isEqualTo(theirs.reachesModern());
                // Whoever tries the ways in turn must see that one of them is open already.
                assertThat(ours.equals(tapped)).isEqualTo(theirs.equals(inner));
                assertThat(ours).isEqualTo(tapped.handshakes().get(way));
            }
        }
    }

    /** Every method of a line and of an exchange reaches the other one with what it was given, and brings back its answer. */
    @Test
    void passesEverythingOn() throws Exception {
        var calls = new ArrayList<String>();
        var answer = new Response.Result(RequestId.of(1), Json.object());
        var beside = Headers.NONE.with("Mcp-Session-Id", "abc");
        var sessions = proxy(Sessions.class, (self, method, arguments) -> null);
        var exchange = proxy(Exchange.class, (self, method, arguments) -> {
            calls.add("exchange." + method.getName());
            return switch (method.getName()) {
                case "next" -> Optional.of(answer);
                case "headers" -> beside;
                case "silence" -> Duration.ofSeconds(7);
                case "abandon" -> true;
                default -> null;
            };
        });
        var wire = proxy(Wire.class, (self, method, arguments) -> {
            calls.add(method.getName());
            return switch (method.getName()) {
                case "exchange", "unsolicited" -> exchange;
                case "multiplexed", "stirred" -> true;
                case "sessions" -> sessions;
                default -> null;
            };
        });
        var tapped = new TappedWire(wire, heard::add, InstantSource.system(), 1);
        var request = new Request(RequestId.of(1), "tools/list", null);
        var news = new Notification("notifications/initialized", null);

        var open = tapped.exchange(request, beside, Deadline.never());
        assertThat(open.next(Deadline.never())).contains(answer);
        assertThat(open.headers()).isEqualTo(beside);
        assertThat(open.silence()).isEqualTo(Duration.ofSeconds(7));
        assertThat(open.abandon()).isTrue();
        open.close();
        tapped.post(news);
        tapped.deliver(news, Deadline.never());
        assertThat(tapped.unsolicited().next(Deadline.never())).contains(answer);
        assertThat(tapped.multiplexed()).isTrue();
        assertThat(tapped.stirred()).isTrue();
        assertThat(tapped.sessions()).isSameAs(sessions);
        tapped.breakOff(Breakage.CLOSED);
        tapped.close();

        assertThat(calls)
                .containsExactly(
                        "exchange",
                        "exchange.next",
                        "exchange.headers",
                        "exchange.silence",
                        "exchange.abandon",
                        "exchange.close",
                        "post",
                        "deliver",
                        "unsolicited",
                        "exchange.next",
                        "multiplexed",
                        "stirred",
                        "sessions",
                        "breakOff",
                        "close");
        assertThat(heard.stream().map(one -> one.getClass().getSimpleName() + one.exchange()))
                .containsExactly("Sent1", "Received1", "Sent0", "Sent0", "Received0", "Closed0");
    }

    @EachEra
    void hearsBothDirectionsOfEveryExchange(Era era) {
        try (var client = McpClient.connect(
                TappedTransport.of(server(era).build().transport(), heard::add), ClientProfile.usual())) {
            assertThat(client.callTool("echo", Map.of()).text()).isEqualTo("hi");
        }
        var call = heard.stream()
                .filter(one -> one instanceof Traffic.Sent(var at, var line, var exchange, Request request)
                        && request.method().equals("tools/call"))
                .findFirst()
                .orElseThrow();
        assertThat(heard)
                .anyMatch(one -> one instanceof Traffic.Received(var at, var line, var exchange, Response.Result result)
                        && exchange == call.exchange());
        assertThat(heard.getFirst()).isInstanceOf(Traffic.Opened.class);
        assertThat(heard.getLast()).isInstanceOf(Traffic.Closed.class);
    }

    @EachEra
    void worksOverHttpWithItsSessions(Era era) throws Exception {
        var server = server(era).build();
        var memory = new EraMemory(InstantSource.system());
        try (var endpoint = HttpFront.serving(server)) {
            var transport = HttpTransport.to(endpoint.url());
            for (int time = 0; time < 2; time++) {
                try (var client = McpClient.connect(
                        TappedTransport.of(transport, heard::add),
                        ClientProfile.builder().eraMemory(memory).build())) {
                    assertThat(client.callTool("echo", Map.of()).text()).isEqualTo("hi");
                    assertThat(client.server().version().era()).isEqualTo(era);
                }
            }
        }
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void hearsHowAnExchangeFailed() throws Exception {
        var dead = PipeTransport.to("dead", duplex -> {
            try {
                duplex.read();
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        });
        try (var wire = TappedTransport.of(dead, heard::add).open(news -> Optional.empty(), NOBODY);
                var exchange = wire.exchange(new Request(RequestId.of(1), "ping", null), Deadline.never())) {
            assertThatThrownBy(() -> exchange.next(Deadline.after(Duration.ofSeconds(20))))
                    .isInstanceOf(ConnectionLostException.class);
        }
        assertThat(heard).anyMatch(one -> one instanceof Traffic.Ended ended && ended.exchange() == 1);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
