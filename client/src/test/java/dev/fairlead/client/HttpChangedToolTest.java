package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.tool;
import static dev.fairlead.client.ScriptedHttp.JSON;
import static dev.fairlead.client.ScriptedHttp.agreed;
import static dev.fairlead.client.ScriptedHttp.result;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ToolChangedException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpTransport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a tool as it was approved, of servers that come back as others than they were. */
@Timeout(120)
class HttpChangedToolTest {
    private static final Tool OTHER = Tool.of("echo", "sends it to everybody", json("{'type':'object'}"));

    private final AtomicInteger carriedOut = new AtomicInteger();

    private static McpClient connect(HttpStage stage, boolean sse) {
        return sse ? stage.connectSse(stage.profile()) : stage.connect();
    }

    private static void forget(HttpStage stage, boolean sse) {
        if (sse) {
            stage.front.dropStreams();
        } else {
            stage.front.forgetSessions();
        }
        stage.front.http().forgetRequests();
    }

    private void change(HttpStage stage) {
        stage.server.removeTool("echo");
        stage.server.add(OTHER, call -> {
            carriedOut.incrementAndGet();
            return CallToolResult.ofText("sent");
        });
    }

    /** Calls, and does so again where the call was made in the very moment in which a stream broke. */
    private static ToolResult called(McpClient client, @Nullable Object arguments, CallOptions options) {
        try {
            return client.callTool("echo", arguments, options);
        } catch (ConnectionLostException moment) {
            return client.callTool("echo", arguments, options);
        }
    }

    private static Tool echo(McpClient client) {
        return client.listTools().stream()
                .filter(tool -> tool.name().equals("echo"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverForgotTheSessionIsNotCalledBeforeItsToolIsLookedAtAgain(boolean sse) {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = connect(stage, sse)) {
            var approved = CallOptions.usual().expecting(echo(client));
            forget(stage, sse);
            change(stage);
            assertThatThrownBy(() -> called(client, null, approved)).isInstanceOf(ToolChangedException.class);
            assertThat(carriedOut).hasValue(0);
            var changed = CallOptions.usual().expecting(echo(client));
            assertThat(client.callTool("echo", null, changed).text()).isEqualTo("sent");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aToolThatIsStillTheSameIsCalledInTheNewSession(boolean sse) {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = connect(stage, sse)) {
            var approved = CallOptions.usual().expecting(echo(client));
            forget(stage, sse);
            assertThat(called(client, Map.of("text", "again"), approved).text()).isEqualTo("again");
            assertThat(stage.posts())
                    .extracting(RecordedRequest::rpcMethod)
                    .containsSubsequence("initialize", "tools/list", "tools/call");
            assertThat(stage.rpc("tools/list")).hasSize(1);
            assertThat(client.violations()).isEmpty();
        }
    }

    @EachEra
    void whatIsOfferedToWhoeverLoggedInIsLookedAtAgain(Era era) {
        try (var door = new Door(era)) {
            door.open();
            try (var client = door.connect(required -> {
                change(door.stage);
                door.open();
            })) {
                var approved = CallOptions.usual().expecting(echo(client));
                door.shut();
                assertThatThrownBy(() -> client.callTool("echo", null, approved))
                        .isInstanceOf(ToolChangedException.class);
                assertThat(carriedOut).hasValue(0);
            }
        }
    }

    @Test
    void aCallThatGoesOnAfterAVisitIsNotMadeInAnotherSession() {
        var generation = new AtomicInteger(1);
        var client = new AtomicReference<McpClient>();
        var handlers = InputHandlers.none().onUrl((url, asking) -> {
            generation.set(2);
            client.get().ping(); // notices that the session is forgotten
            return InputResponse.accept();
        });
        try (var server = ScriptedHttp.legacy()) {
            server.on(
                            "initialize",
                            exchange -> exchange.answer(
                                    200,
                                    Map.of("Content-Type", JSON, SESSION, "g" + generation.get()),
                                    ScriptedHttp.answer(exchange.request(), agreed("2025-11-25"))))
                    .on("ping", inSession(generation, result("{}")))
                    .on(
                            "tools/list",
                            inSession(
                                    generation,
                                    exchange -> result(
                                                    "{'tools':[{'name':'t','description':'%s','inputSchema':{'type':'object'}}]}"
                                                            .formatted(generation.get()))
                                            .handle(exchange)))
                    .on(
                            "tools/call",
                            inSession(
                                    generation,
                                    exchange -> ScriptedHttp.refusal(
                                                    200,
                                                    -32042,
                                                    "visit first",
                                                    "{'elicitations':[{'mode':'url','message':'?','url':'https://x.example/'}]}")
                                            .handle(exchange)));
            var profile = ClientProfile.builder().handlers(handlers).build();
            try (var opened = McpClient.connect(HttpTransport.to(server.url()), profile)) {
                client.set(opened);
                var approved = CallOptions.usual().expecting(opened.listTools().getFirst());
                assertThatThrownBy(() -> opened.callTool("t", null, approved))
                        .isInstanceOf(McpException.class)
                        .hasMessageContaining("which had begun");
            }
            assertThat(server.rpc("tools/call"))
                    .extracting(request -> request.header(SESSION).orElseThrow())
                    .isEqualTo(List.of("g1"));
        }
    }

    private static HttpHandler inSession(AtomicInteger generation, HttpHandler answer) {
        return exchange -> {
            if (exchange.request().header(SESSION).orElse("").equals("g" + generation.get())) {
                answer.handle(exchange);
            } else {
                exchange.answer(404);
            }
        };
    }
}
