package dev.fairlead.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.FakeServer;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is done in the scenarios, against a server in this program. */
class ScenariosTest {

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"'));
    }

    private static Tool tool(String name, String properties) {
        return Tool.of(name, null, json("{'type':'object','properties':" + properties + "}"));
    }

    private static FakeServer.Builder server() {
        return FakeServer.named("mock");
    }

    private static FakeServer play(String scenario, FakeServer server, JsonNode context) {
        var profile = ClientProfile.builder()
                .handlers(Answers.handlers())
                .checkArguments(!scenario.equals("http-custom-headers"))
                .build();
        try (var client = McpClient.connect(server.transport(), profile)) {
            Scenarios.named(scenario).play(client, context);
        }
        return server;
    }

    private static List<ObjectNode> sent(FakeServer server, String method) {
        return server.received().stream()
                .filter(Request.class::isInstance)
                .map(Request.class::cast)
                .filter(request -> request.method().equals(method))
                .map(Request::params)
                .toList();
    }

    @Test
    void anUnknownScenarioListsTheTools() {
        var server = server().tool(tool("t", "{}"), call -> CallToolResult.ofText("never"))
                .build();

        play("a-new-one", server, Json.object());

        assertThat(sent(server, "tools/list")).hasSize(1);
        assertThat(sent(server, "tools/call")).isEmpty();
    }

    @Test
    void numbersAreSentAsNumbers() {
        var server = server().tool(tool("add_numbers", "{}"), call -> CallToolResult.ofText("8"))
                .build();

        play("tools_call", server, Json.object());

        assertThat(sent(server, "tools/call").getFirst().get("arguments")).isEqualTo(json("{'a':5,'b':3}"));
    }

    @Test
    void everyListedToolIsCalledWithArgumentsOfTheRightTypes() {
        var types = "{'s':{'type':'string'},'i':{'type':'integer'},'n':{'type':'number'},'b':{'type':'boolean'},"
                + "'o':{'type':'object'},'a':{'type':'array'},'z':{'type':'null'}}";
        var server = server().tool(tool("one", types), call -> CallToolResult.ofText("1"))
                .tool(tool("two", "{}"), call -> CallToolResult.ofText("2"))
                .build();

        play("http-invalid-tool-headers", server, Json.object());

        assertThat(sent(server, "tools/call"))
                .extracting(params -> params.path("name").stringValue())
                .containsExactly("one", "two");
    }

    @Test
    void aToolThatFailsFailsTheRun() {
        var server = server().tool(tool("t", "{}"), call -> CallToolResult.failure("broken"))
                .build();

        assertThatThrownBy(() -> play("sse-retry", server, Json.object()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("broken");
    }

    @Test
    void callsFromTheContextAreReplayedNullsIncluded() {
        var server = server().tool(tool("t", "{'verbose':{'type':'boolean'}}"), call -> CallToolResult.ofText("ok"))
                .build();

        play(
                "http-custom-headers",
                server,
                json("{'toolCalls':[{'name':'t','arguments':{'verbose':null,'query':'q'}}]}"));

        assertThat(sent(server, "tools/call").getFirst().get("arguments"))
                .isEqualTo(json("{'verbose':null,'query':'q'}"));
    }

    @Test
    void everyKindOfListedThingIsUsed() {
        var server = server().tool(tool("t", "{}"), call -> CallToolResult.ofText("ok"))
                .resource(Resource.of("file:///a%20b.txt", "r"), (uri, call) -> ReadResourceResult.of())
                .prompt(Prompt.of("p", null, PromptArgument.required("x", null)), call -> GetPromptResult.of(null))
                .build();

        play("http-standard-headers", server, Json.object());

        assertThat(List.of(
                        "tools/list", "tools/call", "resources/list", "resources/read", "prompts/list", "prompts/get"))
                .allSatisfy(method -> assertThat(sent(server, method)).hasSize(1));
        assertThat(sent(server, "resources/read").getFirst().path("uri").stringValue())
                .isEqualTo("file:///a%20b.txt");
    }

    @Test
    void aSchemaIsSentBackAsItCame() {
        var rich = json(
                "{'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object',"
                    + "'$defs':{'a':{'$anchor':'x','type':'string'}},'allOf':[{'anyOf':[{}]}],'if':{},'then':{},'else':{}}");
        var server = server().tool(
                        Tool.of("json_schema_2020_12_tool", null, rich.deepCopy()),
                        call -> CallToolResult.ofText("never"))
                .tool(tool("json_schema_echo", "{'schema':{'type':'object'}}"), call -> CallToolResult.ofText("echoed"))
                .build();

        play("json-schema-2020-12-preservation", server, Json.object());

        var calls = sent(server, "tools/call");
        assertThat(calls).hasSize(1);
        assertThat(calls.getFirst().path("arguments").get("schema")).isEqualTo(rich);
    }

    @Test
    void aFormIsAcceptedWithItsDefaultsAndEveryOtherBoxTicked() {
        var schema = json("{'type':'object','properties':{'name':{'type':'string','default':'John'},"
                + "'age':{'type':'integer','default':30},'open':{'type':'string'},"
                + "'no':{'type':'boolean','default':false},'confirmed':{'type':'boolean'}}}");
        var answers = new LinkedBlockingQueue<JsonNode>();
        var server = server().tool(tool("ask", "{}"), call -> {
                    answers.add(call.ask(new InputRequest.Form("?", FormSchema.from(schema), null)));
                    return CallToolResult.ofText("thanks");
                })
                .build();

        play("elicitation-sep1034-client-defaults", server, Json.object());

        assertThat(answers)
                .containsExactly(
                        json("{'action':'accept','content':{'name':'John','age':30,'no':false,'confirmed':true}}"));
    }
}
