package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.InvalidResultException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is checked before a tool is called and after it has answered. */
class ChecksTest {
    private static final String NUMBER = "{'type':'object','properties':{'n':{'type':'integer'}},'required':['n']}";

    private static Tool tool(String name, String schema) {
        return Tool.of(name, null, json(schema));
    }

    private static FakeServer.Builder script(Era era) {
        return FakeServer.named("checked").era(era);
    }

    private static McpClient connect(FakeServer server, ClientProfile.Builder profile) {
        return McpClient.connect(server.transport(), profile.build());
    }

    private static long calls(FakeServer server, String method) {
        return server.received().stream()
                .filter(message ->
                        message instanceof Request request && request.method().equals(method))
                .count();
    }

    @EachEra
    @Verifies({"G-3", "A-35"})
    void argumentsThatDoNotFitAreNotSent(Era era) {
        var server = script(era)
                .tool(tool("n", NUMBER), call -> CallToolResult.ofText("ok"))
                .build();
        try (var client = connect(server, ClientProfile.builder())) {
            assertThatThrownBy(() -> client.callTool("n", Map.of("n", "seven")))
                    .isInstanceOf(InvalidArgumentsException.class)
                    .hasMessageContaining("tools/call n")
                    .hasMessageContaining("was not sent")
                    .hasMessageContaining("integer");
            assertThat(calls(server, "tools/call")).isZero();
            assertThat(client.callTool("n", Map.of("n", 7)).text()).isEqualTo("ok");
        }
    }

    @EachEra
    void theCheckOfArgumentsCanBeSwitchedOff(Era era) {
        var server = script(era)
                .tool(tool("n", NUMBER), call -> CallToolResult.ofText(call.text("n", "")))
                .build();
        try (var client = connect(server, ClientProfile.builder().checkArguments(false))) {
            assertThat(client.callTool("n", Map.of("n", "seven")).text()).isEqualTo("seven");
        }
    }

    @EachEra
    @Verifies({"A-37", "A-38", "A-36"})
    void aToolWhoseSchemaPointsElsewhereIsRefusedAndOthersAreNot(Era era) {
        var server = script(era)
                .tool(
                        tool("far", "{'type':'object','properties':{'a':{'$ref':'https://evil.example/schema.json'}}}"),
                        call -> CallToolResult.ofText("far"))
                .tool(
                        tool("odd", "{'$schema':'https://evil.example/dialect','type':'object'}"),
                        call -> CallToolResult.ofText("odd"))
                .tool(tool("near", NUMBER), call -> CallToolResult.ofText("near"))
                .build();
        try (var client = connect(server, ClientProfile.builder())) {
            assertThat(client.listTools()).hasSize(3);
            assertThatThrownBy(() -> client.callTool("far", Map.of("a", 1)))
                    .isInstanceOf(InvalidArgumentsException.class)
                    .hasMessageContaining("schema");
            assertThatThrownBy(() -> client.callTool("odd", Map.of())).isInstanceOf(InvalidArgumentsException.class);
            assertThat(client.callTool("near", Map.of("n", 1)).text()).isEqualTo("near");
        }
    }

    @EachEra
    @Verifies({"G-16", "G-45"})
    void aToolThatHasChangedIsListedAgainBeforeItIsRefused(Era era) {
        var server = script(era)
                .cache(new dev.fairlead.protocol.CacheHint(Duration.ofHours(1), false))
                .tool(tool("n", NUMBER), call -> CallToolResult.ofText("old"))
                .build();
        try (var client = connect(server, ClientProfile.builder())) {
            assertThat(client.callTool("n", Map.of("n", 7)).text()).isEqualTo("old");
            server.removeTool("n");
            server.add(
                    tool("n", "{'type':'object','properties':{'n':{'type':'string'}}}"),
                    call -> CallToolResult.ofText("new"));
            assertThat(client.callTool("n", Map.of("n", "seven")).text()).isEqualTo("new");
        }
    }

    private static FakeServer.Builder structured(Era era, CallToolResult result) {
        return script(era).tool(tool("s", "{'type':'object'}").withOutputSchema(json(NUMBER)), call -> result);
    }

    @EachEra
    @Verifies({"G-3", "G-9", "G-10"})
    void aResultThatBreaksItsOwnSchemaIsRefused(Era era) {
        var wrong = CallToolResult.ofStructured(json("{'n':'seven'}"));
        try (var client = connect(structured(era, wrong).build(), ClientProfile.builder())) {
            assertThatThrownBy(() -> client.callTool("s", null))
                    .isInstanceOf(InvalidResultException.class)
                    .hasMessageContaining("tools/call s");
        }
        try (var client =
                connect(structured(era, wrong).build(), ClientProfile.builder().checkResults(false))) {
            assertThat(client.callTool("s", null).structuredContent()).contains(json("{'n':'seven'}"));
        }
    }

    @Test
    @Verifies("G-9")
    void aToolThatRanHasRunThoughItCannotBeListedAgain() {
        var listings = new AtomicInteger();
        var server = ScriptedServer.legacy()
                .on("tools/list", (request, line) -> {
                    if (listings.getAndIncrement() == 0) {
                        line.result(
                                request,
                                "{'tools':[{'name':'s','inputSchema':{'type':'object'},'outputSchema':%s}]}"
                                        .formatted(NUMBER));
                    } else {
                        line.refuse(request, ErrorCode.METHOD_NOT_FOUND, "no more tools", null);
                    }
                })
                .answering("tools/call", "{'content':[],'structuredContent':{'n':'seven'}}");
        try (var client =
                McpClient.connect(server.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("s", null))
                    .isInstanceOfSatisfying(InvalidResultException.class, failure -> {
                        assertThat(failure.maybeExecuted()).isTrue();
                        assertThat(failure).hasMessageContaining("integer");
                        assertThat(failure.getSuppressed())
                                .singleElement()
                                .asInstanceOf(type(ServerErrorException.class))
                                .matches(unseen -> !unseen.maybeExecuted());
                    });
            assertThat(listings).hasValue(2);
            assertThat(server.requests("tools/call")).hasSize(1);
        }
    }

    @EachEra
    @Verifies({"G-6", "G-9"})
    void aResultThatReportsAnErrorIsNotChecked(Era era) {
        try (var client = connect(structured(era, CallToolResult.failure("no")).build(), ClientProfile.builder())) {
            assertThat(client.callTool("s", null).isError()).isTrue();
            assertThat(client.violations()).isEmpty();
        }
    }

    @EachEra
    @Verifies("G-9")
    void missingStructuredContentIsReported(Era era) {
        try (var client = connect(structured(era, CallToolResult.ofText("7")).build(), ClientProfile.builder())) {
            var result = client.callTool("s", null);
            assertThat(result.text()).isEqualTo("7");
            assertThat(result.structuredContent()).isEmpty();
            assertThat(client.violations()).containsEntry(Violation.Kind.BAD_SHAPE, 1L);
        }
    }

    @Test
    @Verifies("G-10")
    void nullIsAValueInTheModernEra() {
        var server = ScriptedServer.modern()
                .answering(
                        "tools/list",
                        "{'resultType':'complete','tools':[{'name':'s','inputSchema':{'type':'object'},"
                                + "'outputSchema':{'type':'null'}}]}")
                .answeringInTurn(
                        "tools/call",
                        "{'resultType':'complete','content':[],'structuredContent':null}",
                        "{'resultType':'complete','content':[]}",
                        "{'resultType':'complete','content':[],'structuredContent':[1]}");
        try (var client =
                McpClient.connect(server.transport(), NegotiationTest.profile().build())) {
            assertThat(client.callTool("s", null).structuredContent()).contains(Json.parse("null"));
            assertThat(client.violations()).isEmpty();
            assertThat(client.callTool("s", null).structuredContent()).isEmpty();
            assertThat(client.violations()).containsEntry(Violation.Kind.BAD_SHAPE, 1L);
            assertThatThrownBy(() -> client.callTool("s", null)).isInstanceOf(InvalidResultException.class);
        }
    }

    @Test
    void aResultWithoutContentIsReportedAndAnUnreadableOneIsAnError() {
        var server = ScriptedServer.legacy()
                .answeringInTurn("tools/call", "{}", "{'content':null}", "{'content':'text'}")
                .answering("prompts/get", "{'messages':'text'}")
                .answering("resources/read", "{}");
        try (var client =
                McpClient.connect(server.transport(), NegotiationTest.profile().build())) {
            assertThat(client.callTool("t", null).content()).isEmpty();
            assertThat(client.callTool("t", null).content()).isEmpty();
            assertThat(client.violations()).containsEntry(Violation.Kind.BAD_SHAPE, 2L);
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("no 'content' that is an array");
            assertThatThrownBy(() -> client.getPrompt("p", Map.of())).isInstanceOf(ProtocolViolationException.class);
            assertThatThrownBy(() -> client.readResource("r:1")).isInstanceOf(ProtocolViolationException.class);
        }
    }

    @Test
    @Verifies("G-7")
    void unknownContentIsKept() {
        var server = ScriptedServer.legacy()
                .answering(
                        "tools/call",
                        "{'content':[{'type':'hologram','depth':3},{'type':'text','text':'x'}],'extra':1}");
        try (var client =
                McpClient.connect(server.transport(), NegotiationTest.profile().build())) {
            var result = client.callTool("t", null);
            assertThat(result.content().getFirst().toJson().toString())
                    .contains("hologram")
                    .contains("3");
            assertThat(result.text()).isEqualTo("x");
        }
    }
}
