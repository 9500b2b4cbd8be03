package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What we write, message by message. */
class MessagesTest {
    private FakeServer server = FakeServer.named("unused").build();

    private McpClient connect(FakeServer.Builder script, ClientProfile profile) {
        server = script.build();
        return McpClient.connect(server.transport(), profile);
    }

    private McpClient connect(Era era, ClientProfile profile) {
        return connect(
                DemoServer.script().era(era).tool(Tool.of("twice", null, json("{'type':'object'}")), call -> {
                    var schema = FormSchema.from(json("{'type':'object','properties':{'x':{'type':'string'}}}"));
                    call.ask(new InputRequest.Form("one", schema, null));
                    call.ask(new InputRequest.Form("two", schema, null));
                    return CallToolResult.ofText("asked twice");
                }),
                profile);
    }

    private static ClientProfile answering() {
        return ClientProfile.builder()
                .identity("tester", "9.9")
                .handlers(InputHandlers.none()
                        .onForm((form, asking) -> InputResponse.accept(json("{'x':'secret','name':'Ada'}"))))
                .build();
    }

    @AfterEach
    void theServerHasNothingToComplainAbout() {
        assertThat(server.complaints()).isEmpty();
    }

    private List<Request> requests() {
        return server.received().stream()
                .filter(Request.class::isInstance)
                .map(Request.class::cast)
                .toList();
    }

    private List<Request> requests(String method) {
        return requests().stream()
                .filter(request -> request.method().equals(method))
                .toList();
    }

    private static void useEverything(McpClient client) {
        client.listTools();
        client.listPrompts();
        client.listResources();
        client.listResourceTemplates();
        client.callTool("echo", Map.of("text", "x"));
        client.callTool("ask", null);
        client.getPrompt("greet", Map.of("name", "x"));
        client.readResource("demo://readme");
        client.ping();
    }

    @EachEra
    @Verifies({"A-2", "A-3", "H-3", "I-4"})
    void idsAndProgressTokensAreNeverUsedTwice(Era era) {
        try (var client = connect(era, answering())) {
            useEverything(client);
            useEverything(client);
        }
        assertThat(requests()).extracting(Request::id).doesNotHaveDuplicates();
        assertThat(requests())
                .allSatisfy(request ->
                        assertThat(request.id()).isInstanceOfAny(RequestId.Numeric.class, RequestId.Text.class));
        assertThat(requests().stream()
                        .filter(request -> request.params() != null)
                        .map(request -> request.params().path("_meta").path("progressToken"))
                        .filter(token -> !token.isMissingNode()))
                .doesNotHaveDuplicates()
                .isNotEmpty();
    }

    @Test
    @Verifies({"A-21", "A-22", "A-24", "A-26", "H-9", "H-10"})
    void everyModernRequestCarriesItsEnvelope() {
        try (var client = connect(Era.MODERN, answering())) {
            useEverything(client);
        }
        assertThat(requests()).hasSizeGreaterThan(9).allSatisfy(request -> {
            var meta = request.params().path("_meta");
            assertThat(meta.path(MetaKey.PROTOCOL_VERSION).stringValue()).isEqualTo("2026-07-28");
            assertThat(meta.path(MetaKey.CLIENT_INFO)).isEqualTo(json("{'name':'tester','version':'9.9'}"));
            assertThat(meta.path(MetaKey.CLIENT_CAPABILITIES)).isEqualTo(json("{'elicitation':{}}"));
            assertThat(meta.path("progressToken").toString())
                    .isEqualTo(request.id().toString());
            assertThat(meta.has(MetaKey.LOG_LEVEL)).isFalse();
        });
    }

    @Test
    @Verifies({"A-4", "A-9"})
    void noResponsesAreSentInTheModernEra() {
        try (var client = connect(Era.MODERN, answering())) {
            useEverything(client);
        }
        assertThat(server.received())
                .noneMatch(Response.class::isInstance)
                .noneMatch(Message.Malformed.class::isInstance);
    }

    @Test
    @Verifies({"B-3", "A-45"})
    void theEnvelopeOfTheModernEraStaysOutOfTheOldOne() {
        try (var client = connect(Era.LEGACY, answering())) {
            useEverything(client);
        }
        assertThat(requests().stream().filter(request -> !request.method().equals("server/discover")))
                .allSatisfy(request ->
                        assertThat(String.valueOf(request.params())).doesNotContain("io.modelcontextprotocol/"));
    }

    private ObjectNode declared(InputHandlers handlers) {
        try (var client =
                connect(Era.LEGACY, ClientProfile.builder().handlers(handlers).build())) {
            client.ping();
        }
        return (ObjectNode) requests("initialize").getFirst().params().path("capabilities");
    }

    @Test
    @Verifies({"A-45", "H-10", "H-24", "H-35", "I-26"})
    void capabilitiesFollowFromTheHandlers() {
        var none = InputHandlers.none();
        assertThat(declared(none)).isEqualTo(json("{}"));
        assertThat(declared(none.onForm((form, asking) -> InputResponse.cancel())))
                .isEqualTo(json("{'elicitation':{}}"));
        assertThat(declared(none.onUrl((url, asking) -> InputResponse.cancel())))
                .isEqualTo(json("{'elicitation':{'url':{}}}"));
        assertThat(declared(none.onUrl((url, asking) -> InputResponse.cancel())
                        .onForm((form, asking) -> InputResponse.cancel())))
                .isEqualTo(json("{'elicitation':{'url':{},'form':{}}}"));
        assertThat(declared(none.onSampling((request, asking) -> Optional.empty())))
                .isEqualTo(json("{'sampling':{}}"));
        assertThat(declared(none.onSamplingWithTools((request, asking) -> Optional.empty())))
                .isEqualTo(json("{'sampling':{'tools':{}}}"));
        assertThat(declared(none.onRoots(List::of))).isEqualTo(json("{'roots':{'listChanged':true}}"));
    }

    @Test
    @Verifies({"H-35", "H-37"})
    void rootsNeverChangeInTheModernEra() {
        var handlers = InputHandlers.none().onRoots(List::of);
        try (var client =
                connect(Era.MODERN, ClientProfile.builder().handlers(handlers).build())) {
            client.rootsChanged();
            client.ping();
        }
        var meta = requests("server/discover").getLast().params().path("_meta");
        assertThat(meta.path(MetaKey.CLIENT_CAPABILITIES)).isEqualTo(json("{'roots':{}}"));
        assertThat(server.received()).allMatch(Request.class::isInstance);
    }

    @Test
    @Verifies({"H-4", "H-2"})
    void answersAndStateStayWithTheRetryTheyBelongTo() {
        try (var client = connect(Era.MODERN, answering())) {
            assertThat(client.callTool("twice", null).text()).isEqualTo("asked twice");
            assertThat(client.callTool("echo", Map.of("text", "x")).text()).isEqualTo("x");
            assertThat(client.callTool("twice", null).text()).isEqualTo("asked twice");
        }
        var calls = requests("tools/call");
        assertThat(calls).hasSize(7);
        assertThat(calls.stream().map(call -> call.params().has("inputResponses")))
                .containsExactly(false, true, true, false, false, true, true);
        assertThat(calls.get(1).params().path("inputResponses").size()).isEqualTo(1);
        assertThat(calls.get(2).params().path("inputResponses").size()).isEqualTo(1);
        assertThat(calls.get(1).params().path("requestState"))
                .isNotEqualTo(calls.get(2).params().path("requestState"));
        assertThat(requests("tools/list").toString()).doesNotContain("secret").doesNotContain("requestState");
    }

    @EachEra
    @Verifies("A-18")
    void metadataOfTheCallerPassesAndCannotForgeTheEnvelope(Era era) {
        var meta = json("{'com.example/trace':{'a':[1]},'traceparent':'00-1-2-01','progressToken':'mine',"
                + "'io.modelcontextprotocol/protocolVersion':'1999-01-01'}");
        try (var client = connect(era, answering())) {
            client.callTool("echo", Map.of("text", "x"), CallOptions.usual().withMeta(meta));
            client.callTool("echo", Map.of("text", "y"));
        }
        var first = requests("tools/call").getFirst();
        var sent = first.params().path("_meta");
        assertThat(sent.path("com.example/trace")).isEqualTo(json("{'a':[1]}"));
        assertThat(sent.path("traceparent").stringValue()).isEqualTo("00-1-2-01");
        assertThat(sent.path("progressToken").toString()).isEqualTo(first.id().toString());
        if (era == Era.MODERN) {
            assertThat(sent.path(MetaKey.PROTOCOL_VERSION).stringValue()).isEqualTo("2026-07-28");
        }
        assertThat(requests("tools/call").getLast().params().path("_meta").has("com.example/trace"))
                .isFalse();
    }

    @Test
    @Verifies({"A-23", "G-35"})
    void theLogLevelOfTheModernEraIsPartOfEachRequest() {
        try (var client = connect(Era.MODERN, answering())) {
            client.setLogLevel(LogLevel.WARNING);
            client.callTool("echo", Map.of("text", "x"));
            client.callTool("echo", Map.of("text", "x"), CallOptions.usual().withLogLevel(LogLevel.DEBUG));
        }
        var calls = requests("tools/call");
        assertThat(calls.get(0).params().path("_meta").path(MetaKey.LOG_LEVEL).stringValue())
                .isEqualTo("warning");
        assertThat(calls.get(1).params().path("_meta").path(MetaKey.LOG_LEVEL).stringValue())
                .isEqualTo("debug");
        assertThat(requests("logging/setLevel")).isEmpty();
    }

    @EachEra
    @Verifies("B-15")
    void extensionsAreDeclaredOnlyWhenEnabled(Era era) {
        try (var client = connect(era, ClientProfile.usual())) {
            client.ping();
        }
        assertThat(requests().toString()).doesNotContain("extensions");
        var profile = ClientProfile.builder()
                .extension("com.example/more", json("{'depth':3}"))
                .build();
        try (var client = connect(era, profile)) {
            client.ping();
        }
        var declared = era == Era.MODERN
                ? requests().getLast().params().path("_meta").path(MetaKey.CLIENT_CAPABILITIES)
                : requests("initialize").getFirst().params().path("capabilities");
        assertThat(declared.path("extensions")).isEqualTo(json("{'com.example/more':{'depth':3}}"));
        assertThatThrownBy(() -> ClientProfile.builder().extension("noprefix", json("{}")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @EachEra
    @Verifies({"A-45", "G-1", "I-3"})
    void whatTheServerOrItsEraDoesNotOfferIsNotSent(Era era) {
        try (var client = connect(FakeServer.named("bare").era(era), ClientProfile.usual())) {
            assertThat(client.listTools()).isEmpty();
            assertThat(client.listPrompts()).isEmpty();
            assertThat(client.listResources()).isEmpty();
            assertThat(client.listTasks()).isEmpty();
            for (Runnable use : List.<Runnable>of(
                    () -> client.callTool("x", null),
                    () -> client.getPrompt("x", Map.of()),
                    () -> client.readResource("x"),
                    () -> client.setLogLevel(LogLevel.INFO),
                    () -> client.request(
                            era == Era.MODERN ? "ping" : "server/discover", json("{}"), CallOptions.usual()))) {
                assertThatThrownBy(use::run)
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("was not sent");
            }
        }
        assertThat(requests()).extracting(Request::method).isSubsetOf("server/discover", "initialize");
    }

    @EachEra
    void otherRequestsPassAsTheyAre(Era era) {
        var scripted = (era == Era.MODERN ? ScriptedServer.modern() : ScriptedServer.legacy())
                .answering("com.example/do", "{'resultType':'complete','done':true}");
        try (var client = McpClient.connect(
                scripted.transport(), NegotiationTest.profile().build())) {
            var result = client.request("com.example/do", json("{'deep':{'x':[null]}}"), CallOptions.usual());
            assertThat(result.path("done").booleanValue()).isTrue();
            assertThat(scripted.requests("com.example/do").getFirst().params().path("deep"))
                    .isEqualTo(json("{'x':[null]}"));
        }
    }
}
