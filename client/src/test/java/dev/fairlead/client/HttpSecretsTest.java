package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.INITIALIZE;
import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.server;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens when you poke it: whatever goes wrong, nothing that was entrusted to the client is in any text. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HttpSecretsTest {
    private static final String SESSION = "canary-session-7f3a";
    private static final List<String> SECRETS = List.of(
            "canary-bearer-91c2",
            "canary-api-key-5d10",
            "canary-per-call-33b8",
            "canary-query-a4e6",
            "canary-user-0b7d",
            "canary-password-c9f1",
            "Y2FuYXJ5LXVzZXItMGI3ZDpjYW5hcnktcGFzc3dvcmQtYzlmMQ==",
            SESSION);
    private static final CallOptions OPTIONS =
            CallOptions.within(Duration.ofMillis(900)).withHeader("X-Call", "canary-per-call-33b8");

    private final ConcurrentLinkedQueue<String> texts = new ConcurrentLinkedQueue<>();
    private final Logger root = Logger.getLogger("");
    private final Level usual = root.getLevel();

    private final Handler everything = new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord entry) {
            texts.add(formatter.format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final ConnectionListener listener = new ConnectionListener() {
        @Override
        public void violation(Violation violation) {
            texts.add(violation.toString());
        }

        @Override
        public void state(ConnectionState state) {
            texts.add(state.toString());
        }
    };

    @BeforeEach
    void hearEverything() {
        everything.setLevel(Level.ALL);
        root.addHandler(everything);
        root.setLevel(Level.ALL);
    }

    @AfterEach
    void hearAsUsual() {
        root.removeHandler(everything);
        root.setLevel(usual);
    }

    private static HttpTransport transport(String url) {
        var secret =
                url.replace("http://", "http://canary-user-0b7d:canary-password-c9f1@") + "?token=canary-query-a4e6";
        return HttpTransport.to(secret).withHeader("X-Api-Key", "canary-api-key-5d10");
    }

    static Map<String, Fault> faults() {
        var faults = new LinkedHashMap<String, Fault>();
        for (int status : new int[] {302, 400, 401, 403, 404, 410, 418, 429, 500, 503}) {
            faults.put("status " + status, Fault.answer(status));
        }
        faults.put("challenge", Fault.unauthorized("Bearer resource_metadata=\"https://a.example/\""));
        faults.put("redirect elsewhere", Fault.redirect(307, "http://127.0.0.2:9/steal"));
        faults.put("redirect to nothing", Fault.redirect(307, "file:///etc/passwd"));
        faults.put("redirect to itself", Fault.redirect(308, "?token=canary-query-a4e6"));
        faults.put("page", Fault.answer(200, Map.of("Content-Type", "text/html"), "<html>"));
        faults.put("empty", Fault.empty(200));
        faults.put("no json", Fault.answer(200, Map.of("Content-Type", "application/json"), "{nothing"));
        faults.put("reset", Fault.reset());
        faults.put("hang up", Fault.hangUp());
        faults.put("cut", Fault.cutBody(10));
        faults.put("stall", Fault.stall());
        faults.put("chunks", Fault.brokenChunks(0));
        faults.put("request as status line", echo("", "\r\n\r\n"));
        faults.put(
                "request as chunk",
                echo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "\r\n{}\r\n0\r\n\r\n"));
        faults.put("flood", Fault.headerFlood(10_000, 100));
        faults.put("stream ends", EventFaults.closeEarly());
        faults.put("stream stalls", EventFaults.stallMidEvent());
        return faults;
    }

    /** Repeats all that came with the request, where a server has other things to say. */
    private static Fault echo(String before, String after) {
        return (exchange, usual) -> {
            var request = exchange.request();
            var all = "%s %s %s".formatted(request.method(), request.target(), request.headers());
            exchange.raw((before + all.replaceAll("[\r\n]", " ") + after).getBytes(StandardCharsets.ISO_8859_1));
            exchange.hangUpAfterwards();
            exchange.done();
        };
    }

    static Stream<Arguments> cases() {
        return Stream.of(Era.values())
                .flatMap(era -> faults().keySet().stream().map(fault -> Arguments.of(era, fault)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cases")
    @Verifies("D-13")
    void aCallThatFailsTellsNoSecret(Era era, String name) {
        try (var front = front(era)) {
            var client = McpClient.connect(
                    transport(front.url()), profile().listener(listener).build());
            try (client) {
                client.listTools(OPTIONS);
                front.faults().on(CALL.or(RecordedRequest.rpc("ping")), faults().get(name));
                fails(() -> client.callTool("echo", Map.of("text", "x"), OPTIONS));
                texts.add("" + client.opening() + client.state() + client.violations() + client.server());
            }
            assertThat(front.requests())
                    .anySatisfy(request -> assertThat(request.headers().toString())
                            .contains("canary-api-key-5d10", "canary-per-call-33b8"));
        }
        assertNoSecret();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cases")
    @Verifies("D-13")
    void aConnectionThatFailsTellsNoSecret(Era era, String name) {
        var patience = Duration.ofMillis(900);
        var quick = profile().connectTimeout(patience).probePatience(patience).listener(listener);
        try (var front = front(era)) {
            var opening = RecordedRequest.rpc("server/discover").or(INITIALIZE);
            front.faults().on(opening.or(RecordedRequest.method("GET")), faults().get(name));
            for (var strategy : HttpStrategy.values()) {
                fails(() -> McpClient.connect(transport(front.url()).withStrategy(strategy), quick.build())
                        .close());
            }
        }
        assertNoSecret();
    }

    @EachEra
    void whatAServerRepeatsOfASecretIsNotShown(Era era) {
        var words = SECRETS.subList(0, 4).toString();
        try (var front = front(era);
                var client = McpClient.connect(
                        transport(front.url()).withHeader("Authorization", "Bearer canary-bearer-91c2"),
                        profile().listener(listener).build())) {
            client.listTools(OPTIONS);
            front.faults()
                    .on(
                            CALL,
                            (exchange, usual) -> exchange.answer(
                                    400,
                                    Map.of("Content-Type", "text/plain"),
                                    "who is " + words + " of "
                                            + exchange.request().header("Mcp-Session-Id")));
            fails(() -> client.callTool("echo", Map.of("text", "x"), OPTIONS));
        }
        assertNoSecret();
    }

    @Test
    void aServerThatIsNotThereIsNamedWithoutSecrets() {
        try (var front = front(Era.MODERN)) {
            var url = front.url();
            front.stop();
            fails(() -> McpClient.connect(
                    transport(url), profile().listener(listener).build()));
            fails(() -> McpClient.connect(
                    transport("http://no.such.host.invalid/mcp"), profile().build()));
        }
        assertThat(texts).anySatisfy(text -> assertThat(text).contains("no.such.host.invalid/mcp"));
        assertNoSecret();
    }

    @Test
    void settingsNameNoSecrets() {
        var transport = transport("http://127.0.0.1:9/mcp");
        texts.add(transport + " " + transport.server() + " " + transport.identity() + " " + transport.handshakes());
        texts.add(OPTIONS + " " + OPTIONS.headers());
        fails(() -> transport.withHeader("X-Api-Key", "canary-api-key-5d10\r\nX-Other: 1"));
        fails(() -> HttpTransport.to("htp://canary-user-0b7d:canary-password-c9f1@h/?token=canary-query-a4e6"));
        fails(() -> HttpTransport.to("http://canary-user-0b7d:canary-password-c9f1@:x/?token=canary-query-a4e6"));
        assertNoSecret();
    }

    @Test
    void aSessionThatCannotBeUsedIsNotNamed() {
        for (var id : List.of(SESSION + " and more", SESSION + "\u0001", SESSION + "é")) {
            try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
                front.faults().on(INITIALIZE, Fault.header("Mcp-Session-Id", id));
                fails(() -> McpClient.connect(
                        transport(front.url()), profile().listener(listener).build()));
            }
        }
        assertNoSecret();
    }

    /** Serves with a session whose name is known here. */
    private static HttpFront front(Era era) {
        var front = HttpFront.serving(server(era).build());
        if (era == Era.LEGACY) {
            // Without sessions of its own, so that any name will do.
            front.sessions(false).getStream(false);
            front.faults().on(INITIALIZE, Fault.header("Mcp-Session-Id", SESSION));
        }
        return front;
    }

    private void fails(Runnable action) {
        try {
            action.run();
            texts.add("no failure");
        } catch (McpException | IllegalArgumentException failure) {
            var all = new StringWriter();
            failure.printStackTrace(new PrintWriter(all));
            texts.add(all.toString());
        }
    }

    private void assertNoSecret() {
        assertThat(texts).isNotEmpty();
        assertThat(texts.stream().filter(text -> SECRETS.stream().anyMatch(text::contains)))
                .isEmpty();
    }
}
