package dev.fairlead.testkit;

import static dev.fairlead.testkit.RawClient.callParams;
import static dev.fairlead.testkit.RawClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class FakeServerQuestionsTest {
    private static final InputRequest.Form FORM = new InputRequest.Form(
            "Who?",
            FormSchema.from(Json.parse("{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}")),
            null);

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private static RawClient opened(FakeServer server, Era era) throws Exception {
        var client = RawClient.to(server, era).declaring("{\"elicitation\":{}}");
        client.open();
        return client;
    }

    /** Asks twice, the second time two things at once, so that answers of several rounds have to be kept apart. */
    private static FakeServer asking() {
        return FakeServer.named("test")
                .tool(tool("ask"), call -> {
                    var first = name(call.ask(FORM));
                    var more = call.askAll(FORM, FORM);
                    return CallToolResult.ofText(first + name(more.get(0)) + name(more.get(1)));
                })
                .build();
    }

    private static String name(JsonNode answer) {
        return answer.path("content").path("name").asString();
    }

    private static String accept(String name) {
        return "{\"action\":\"accept\",\"content\":{\"name\":\"" + name + "\"}}";
    }

    @Test
    void asksByRequestsInTheLegacyEra() throws Exception {
        var server = asking();
        var client = opened(server, Era.LEGACY);
        int id = client.request("tools/call", callParams("ask", "{}"));
        for (var name : List.of("A", "B", "C")) {
            var question = client.notification("elicitation/create");
            client.send("{\"jsonrpc\":\"2.0\",\"id\":" + question.path("id") + ",\"result\":" + accept(name) + "}");
        }
        assertThat(text(client.response(id))).isEqualTo("ABC");
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void asksByInputRequiredInTheModernEra() throws Exception {
        var client = opened(asking(), Era.MODERN);
        var first = client.call("ask", "{}").path("result");
        assertThat(first.path("resultType").asString()).isEqualTo("input_required");
        assertThat(first.path("inputRequests").propertyNames()).containsExactly("q1");
        var second = client.ask("tools/call", retry(first, "{\"q1\":" + accept("A") + "}"))
                .path("result");
        assertThat(second.path("inputRequests").propertyNames()).containsExactly("q2", "q3");
        var last = retry(second, "{\"q2\":" + accept("B") + ",\"q3\":" + accept("C") + "}");
        assertThat(text(client.ask("tools/call", last))).isEqualTo("ABC");
        assertThat(client.ask("tools/call", last).at("/error/message").asString())
                .contains("used before");
    }

    @Test
    void refusesRetriesThatAreNotInOrder() throws Exception {
        var client = opened(asking(), Era.MODERN);
        var state = client.call("ask", "{}").path("result");
        var forged = Json.object()
                .put("requestState", "x" + state.path("requestState").asString());
        assertThat(client.ask("tools/call", retry(forged, "{\"q1\":" + accept("A") + "}"))
                        .has("error"))
                .isTrue();
        assertThat(client.ask("tools/call", retry(state, "{}"))
                        .at("/error/message")
                        .asString())
                .contains("no answer to q1");
        var other = client.call("ask", "{}").path("result");
        var elsewhere =
                retry(other, "{\"q1\":" + accept("A") + "}").replace("\"arguments\":{}", "\"arguments\":{\"a\":1}");
        assertThat(client.ask("tools/call", elsewhere).at("/error/message").asString())
                .contains("another request");
    }

    private static String retry(JsonNode result, String responses) {
        return "{\"name\":\"ask\",\"arguments\":{},\"requestState\":%s,\"inputResponses\":%s}"
                .formatted(result.path("requestState"), responses);
    }

    @EachEra
    void doesNotAskClientsThatCannotBeAsked(Era era) throws Exception {
        var client = RawClient.to(asking(), era);
        client.open();
        var answer = client.call("ask", "{}");
        if (era == Era.LEGACY) {
            assertThat(answer.at("/result/isError").asBoolean()).isTrue();
        } else {
            assertThat(answer.at("/error/code").asInt()).isEqualTo(-32021);
            assertThat(answer.at("/error/data/requiredCapabilities/elicitation").has("form"))
                    .isTrue();
        }
    }

    @Test
    void writesEveryKindOfQuestion() throws Exception {
        var server = FakeServer.named("test")
                .tool(tool("ask"), call -> {
                    var answers = call.askAll(
                            new InputRequest.Roots(),
                            new InputRequest.Sampling(SamplingRequest.of(5)),
                            new InputRequest.Url("Please visit", "https://example.com/", "e-1"));
                    return CallToolResult.ofText(answers.toString());
                })
                .build();
        var client = RawClient.to(server, Era.MODERN)
                .declaring("{\"roots\":{},\"sampling\":{},\"elicitation\":{\"url\":{}}}");
        client.open();
        var requests = client.call("ask", "{}").at("/result/inputRequests");
        assertThat(requests.toString())
                .isEqualTo("{\"q1\":{\"method\":\"roots/list\",\"params\":{}},"
                        + "\"q2\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":5}},"
                        + "\"q3\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\","
                        + "\"message\":\"Please visit\",\"url\":\"https://example.com/\"}}}");
    }

    @Test
    void aQuestionOfACancelledCallIsTakenBack() throws Exception {
        var client = opened(asking(), Era.LEGACY);
        int id = client.request("tools/call", callParams("ask", "{}"));
        var question = client.notification("elicitation/create");
        client.tell("notifications/cancelled", "{\"requestId\":" + id + "}");
        assertThat(client.notification("notifications/cancelled").at("/params/requestId"))
                .isEqualTo(question.path("id"));
    }

    private static FakeServer withTasks() {
        return FakeServer.named("test")
                .tasks(Duration.ofMillis(5))
                .tool(
                        tool("long").withExecution(ToolExecution.of(ToolExecution.TaskSupport.REQUIRED)),
                        call -> CallToolResult.ofText("hello " + name(call.ask(FORM))))
                .build();
    }

    @Test
    void runsATaskOfTheLegacyEraThatAsks() throws Exception {
        var client = opened(withTasks(), Era.LEGACY);
        assertThat(client.call("long", "{}").at("/error/code").asInt()).isEqualTo(-32601);
        var created = client.ask("tools/call", "{\"name\":\"long\",\"arguments\":{},\"task\":{\"ttl\":60000}}");
        var id = created.at("/result/task/taskId");
        assertThat(created.at("/result/task/ttl").asInt()).isEqualTo(60000);
        int result = client.request("tasks/result", "{\"taskId\":" + id + "}");
        var question = client.notification("elicitation/create");
        assertThat(question.at("/params/_meta/io.modelcontextprotocol~1related-task/taskId"))
                .isEqualTo(id);
        client.send("{\"jsonrpc\":\"2.0\",\"id\":" + question.path("id") + ",\"result\":" + accept("you") + "}");
        assertThat(text(client.response(result))).isEqualTo("hello you");
        assertThat(client.ask("tasks/get", "{\"taskId\":" + id + "}")
                        .at("/result/status")
                        .asString())
                .isEqualTo("completed");
        assertThat(client.ask("tasks/cancel", "{\"taskId\":" + id + "}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
    }

    @Test
    void runsATaskOfTheExtensionThatAsks() throws Exception {
        var client = opened(withTasks(), Era.MODERN);
        assertThat(client.call("long", "{}").at("/error/code").asInt()).isEqualTo(-32021);
        client.declaring("{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
        var created = client.call("long", "{}").path("result");
        assertThat(created.path("resultType").asString()).isEqualTo("task");
        var get = "{\"taskId\":" + created.path("taskId") + "}";
        var state = until(client, get, "input_required");
        assertThat(state.at("/inputRequests/q1/method").asString()).isEqualTo("elicitation/create");
        client.ask(
                "tasks/update",
                "{\"taskId\":" + created.path("taskId") + ",\"inputResponses\":{\"q1\":" + accept("me") + "}}");
        assertThat(until(client, get, "completed").at("/result/content/0/text").asString())
                .isEqualTo("hello me");
    }

    private static JsonNode until(RawClient client, String params, String status) throws Exception {
        for (int i = 0; i < 10_000; i++) {
            var state = client.ask("tasks/get", params).path("result");
            if (state.path("status").asString().equals(status)) {
                return state;
            }
        }
        throw new AssertionError("never " + status);
    }
}
