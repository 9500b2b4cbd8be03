package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What modern requests repeat in their headers, from the schema of a tool to the wire. The server compares it with the body. */
@Timeout(120)
class HttpMirrorTest {
    private static final String REGIONAL = "{'type':'object','properties':{"
            + "'region':{'type':'string','x-mcp-header':'Region'},"
            + "'count':{'type':'integer','x-mcp-header':'Count'},"
            + "'urgent':{'type':['boolean','null'],'x-mcp-header':'Urgent'},"
            + "'plain':{'type':'string'},"
            + "'inner':{'type':'object','properties':{'region':{'type':'string'},"
            + "'zone':{'type':'string','x-mcp-header':'Inner-Zone'}}}}}";

    private static HttpStage stage() {
        return HttpStage.of(script());
    }

    private static FakeServer.Builder script() {
        return FakeServer.named("mirror")
                .era(Era.MODERN)
                .tool(
                        Tool.of("regional", null, json(REGIONAL)),
                        call -> CallToolResult.ofText(call.text("region", "none")));
    }

    private static Map<String, String> parameters(RecordedRequest request) {
        var found = new HashMap<String, String>();
        for (var header : request.headers()) {
            if (header.name().toLowerCase(Locale.ROOT).startsWith("mcp-param-")) {
                found.put(header.name().substring("mcp-param-".length()), header.value());
            }
        }
        return found;
    }

    private static String base64(String text) {
        return "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    @Test
    @Verifies({"D-36", "D-37", "D-40", "D-10"})
    void annotatedArgumentsAreRepeatedWhereTheyAreAnnotated() {
        try (var stage = stage();
                var client = stage.connect()) {
            var arguments = json("{'region':'Eu-West 1','count':-7,'urgent':true,'plain':'p',"
                    + "'inner':{'region':'other','zone':'Z'}}");
            assertThat(client.callTool("regional", arguments).text()).isEqualTo("Eu-West 1");
            var call = stage.rpc("tools/call").getFirst();
            assertThat(parameters(call))
                    .containsOnly(
                            Map.entry("Region", "Eu-West 1"),
                            Map.entry("Count", "-7"),
                            Map.entry("Urgent", "true"),
                            Map.entry("Inner-Zone", "Z"));
            assertThat(call.json().at("/params/arguments")).isEqualTo(arguments);
        }
    }

    @Test
    @Verifies({"D-36", "D-40"})
    void whatIsAbsentOrNullIsNotRepeatedAndWhatIsEmptyIs() {
        try (var stage = stage();
                var client = stage.connect()) {
            client.callTool("regional", json("{'urgent':null,'region':''}"));
            client.callTool("regional", json("{'count':0}"));
            client.callTool("regional", null);
            assertThat(stage.rpc("tools/call"))
                    .extracting(HttpMirrorTest::parameters)
                    .containsExactly(Map.of("Region", ""), Map.of("Count", "0"), Map.of());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00fcbersetzen",
                " leading",
                "trailing ",
                "tab\tinside",
                "line\r\nEvil: yes",
                "nul\u0000",
                "=?base64?YQ==?=",
                "\ud83d\ude00"
            })
    @Verifies({"D-34", "D-36", "K-19"})
    void whatIsNotPlainGoesEncodedAndMakesNoOtherHeader(String odd) {
        try (var stage = HttpStage.of(script().tool(HttpStage.tool(odd), call -> CallToolResult.ofText("named"))
                .prompt(Prompt.of(odd, null), call -> GetPromptResult.of("prompted"))
                .resource(Resource.of("r:" + odd, "odd"), (uri, call) -> ReadResourceResult.of()))) {
            try (var client = stage.connect()) {
                assertThat(client.callTool(odd, null).text()).isEqualTo("named");
                client.getPrompt(odd, Map.of());
                client.readResource("r:" + odd);
                var result = client.callTool("regional", Map.of("region", odd));
                assertThat(result.text()).isEqualTo(odd);
            }
            assertThat(stage.rpc("tools/call").getFirst().header("Mcp-Name")).contains(base64(odd));
            assertThat(stage.rpc("prompts/get").getFirst().header("Mcp-Name")).contains(base64(odd));
            assertThat(stage.rpc("tools/call").getLast().header("Mcp-Param-Region"))
                    .contains(base64(odd));
            assertThat(stage.front.requests()).noneMatch(request -> request.has("Evil"));
        }
    }

    @Test
    @Verifies("D-38")
    void anIntegerThatOthersCannotReadIsRefusedBeforeItIsSent() {
        try (var stage = stage();
                var client = stage.connect()) {
            client.callTool("regional", Map.of("count", 9007199254740991L));
            assertThatThrownBy(() -> client.callTool("regional", Map.of("count", 9007199254740992L)))
                    .isInstanceOf(InvalidArgumentsException.class);
            assertThat(stage.rpc("tools/call")).hasSize(1);
        }
    }

    private static FakeServer.Builder withInvalid(Era era) {
        return FakeServer.named("invalid")
                .era(era)
                .tool(
                        Tool.of(
                                "broken",
                                null,
                                json("{'type':'object','properties':{'a':{'type':'number','x-mcp-header':'A'}}}")),
                        call -> CallToolResult.ofText("ran"))
                .tool(
                        Tool.of(
                                "evil",
                                null,
                                json("{'type':'object','properties':{'a':{'type':'string','x-mcp-header':'A: b'}}}")),
                        call -> CallToolResult.ofText("ran"));
    }

    @Test
    @Verifies({"D-38", "D-39", "K-19"})
    void toolsWithInvalidAnnotationsAreLeftOutAndTheReasonSaid() {
        try (var stage = HttpStage.of(withInvalid(Era.MODERN))) {
            var heard = new Recording();
            try (var client = stage.connect(stage.profile().listener(heard))) {
                assertThat(client.listTools())
                        .extracting(Tool::name)
                        .doesNotContain("broken", "evil")
                        .contains("echo", "steps");
                assertThat(client.leftOutTools()).containsOnlyKeys("broken", "evil");
                assertThat(client.leftOutTools().values())
                        .allSatisfy(reason -> assertThat(reason).isNotBlank());
                await().atMost(HttpStage.SOON)
                        .untilAsserted(() -> assertThat(heard.violations)
                                .anyMatch(one -> one.toString().contains("broken"))
                                .anyMatch(one -> one.toString().contains("evil")));
                int warnings = heard.violations.size();
                client.listTools();
                assertThat(client.violations().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .as("said once")
                        .isEqualTo(warnings);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies("D-39")
    void whatIsNotListedAnyMoreIsNotLeftOutEither() {
        try (var stage = HttpStage.of(withInvalid(Era.MODERN));
                var client = stage.connect()) {
            client.listTools();
            assertThat(client.leftOutTools()).containsOnlyKeys("broken", "evil");

            stage.server.removeTool("evil");
            await().atMost(HttpStage.SOON).untilAsserted(() -> {
                client.listTools();
                assertThat(client.leftOutTools()).containsOnlyKeys("broken");
            });
        }
    }

    @EachEra
    @Verifies("D-39")
    void whereThereAreNoHeadersNothingIsLeftOut(Era era) {
        var server = withInvalid(era).build();
        try (var client = McpClient.connect(server.transport())) {
            assertThat(client.listTools()).extracting(Tool::name).contains("broken", "evil");
            assertThat(client.leftOutTools()).isEmpty();
            assertThat(client.callTool("broken", Map.of("a", 1.5)).text()).isEqualTo("ran");
        }
    }

    @Test
    @Verifies("D-39")
    void oldServersHaveNoAnnotations() {
        try (var stage = HttpStage.of(withInvalid(Era.LEGACY));
                var client = stage.connect()) {
            assertThat(client.listTools()).extracting(Tool::name).contains("broken", "evil");
            assertThat(client.leftOutTools()).isEmpty();
            client.callTool("evil", Map.of("a", "x"));
            assertThat(stage.rpc("tools/call"))
                    .allSatisfy(call -> assertThat(parameters(call)).isEmpty());
        }
    }

    @Test
    @Verifies("D-41")
    void aMismatchMakesTheClientListAgainAndTryOnceMore() {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect()) {
            client.listTools();
            stage.server.removeTool("echo");
            stage.server.add(
                    Tool.of(
                            "echo",
                            null,
                            json("{'type':'object','properties':{'text':{'type':'string','x-mcp-header':'Text'}}}")),
                    call -> CallToolResult.ofText("new " + call.text("text", "")));
            assertThat(client.callTool("echo", Map.of("text", "hi")).text()).isEqualTo("new hi");
            var calls = stage.rpc("tools/call");
            assertThat(calls).extracting(HttpMirrorTest::parameters).containsExactly(Map.of(), Map.of("Text", "hi"));
            assertThat(calls).extracting(RecordedRequest::rpcId).doesNotHaveDuplicates();
            assertThat(stage.rpc("tools/list")).hasSize(2);
            assertThat(stage.rpc("initialize")).isEmpty();
        }
    }

    @Test
    @Verifies({"D-41", "B-22"})
    void aSecondMismatchIsTheError() {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect()) {
            client.listTools();
            stage.front
                    .faults()
                    .on(
                            RecordedRequest.rpc("tools/call"),
                            Fault.answer(
                                    400,
                                    Map.of("Content-Type", "application/json"),
                                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"message\":\"odd\"}}"));
            assertThatThrownBy(() -> client.callTool("echo", null))
                    .isInstanceOfSatisfying(
                            ServerErrorException.class,
                            error -> assertThat(error.error().code()).isEqualTo(ErrorCode.HEADER_MISMATCH));
            assertThat(stage.rpc("tools/call")).hasSize(2);
            assertThat(stage.rpc("tools/list")).hasSize(2);
        }
    }

    @Test
    @Verifies("D-41")
    void aToolThatIsNotListedIsCalledWithoutRepeatingAnything() {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect()) {
            assertThatThrownBy(() -> client.callTool("unknown", Map.of("region", "eu")))
                    .isInstanceOf(ServerErrorException.class);
            assertThat(stage.rpc("tools/call"))
                    .singleElement()
                    .satisfies(call -> assertThat(parameters(call)).isEmpty());
            assertThat(List.of(client.leftOutTools())).containsExactly(Map.of());
        }
    }
}
