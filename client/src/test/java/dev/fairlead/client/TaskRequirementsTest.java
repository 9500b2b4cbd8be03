package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.ToolExecution.TaskSupport;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the protocol demands of calls that become tasks, seen from the server. */
class TaskRequirementsTest {
    private static final String TASKS = "io.modelcontextprotocol/tasks";
    private static final String RELATED = "io.modelcontextprotocol/related-task";
    private static final String TASK =
            "{'taskId':'t1','status':'%s','createdAt':'2026-01-01T00:00:00Z','ttl':null,'pollInterval':%d}";
    private static final String ASKING = "{'tools':{},'tasks':{'requests':{'tools':{'call':{}}}}}";
    private static final String TOOLS =
            "{'tools':[{'name':'work','inputSchema':{'type':'object'},'execution':{'taskSupport':'required'}}]}";
    private static final String DONE = "{'content':[{'type':'text','text':'done'}]}";
    private static final InputHandlers PERSON = InputHandlers.none()
            .onForm((form, asking) -> InputResponse.accept(Json.object().put("name", "Ada")));

    private static ClientProfile.Builder profile() {
        return ClientProfile.builder().handlers(PERSON).eraMemory(new EraMemory(InstantSource.system()));
    }

    private static FakeServer.Builder server() {
        var server = FakeServer.named("busy").versions(ProtocolVersion.V2025_11_25);
        for (var support : TaskSupport.values()) {
            server.tool(
                    Tool.of(support.id(), null, Json.object().put("type", "object"))
                            .withExecution(ToolExecution.of(support)),
                    call -> CallToolResult.ofText("done"));
        }
        return server;
    }

    private static List<String> callsAsTasks(FakeServer server) {
        return server.received().stream()
                .filter(Request.class::isInstance)
                .map(Request.class::cast)
                .filter(request -> request.method().equals("tools/call"))
                .map(request -> request.params().path("name").stringValue()
                        + (request.params().has("task") ? " as a task" : ""))
                .toList();
    }

    @Test
    @Verifies({"G-14", "I-20", "I-21", "I-24"})
    void aCallBecomesATaskWhereTheToolDemandsItOrWeWishAndItMay() {
        var server = server().tasks(Duration.ofMillis(10)).build();
        try (var client = McpClient.connect(server.transport(), profile().build())) {
            for (var support : TaskSupport.values()) {
                assertThat(client.callTool(support.id(), null).text()).isEqualTo("done");
            }
            assertThat(client.startTool("forbidden", null, CallOptions.usual())).isInstanceOf(ToolStart.Finished.class);
            assertThat(client.startTool("optional", null, CallOptions.usual()))
                    .isInstanceOfSatisfying(
                            ToolStart.Running.class,
                            running -> assertThat(running.task()
                                            .await(CallOptions.usual())
                                            .text())
                                    .isEqualTo("done"));
        }
        assertThat(callsAsTasks(server))
                .containsExactly("forbidden", "optional", "required as a task", "forbidden", "optional as a task");
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    @Verifies({"G-14", "I-20"})
    void withoutTheServersWordNoCallBecomesATaskWhateverTheToolSays() {
        var server = server().build();
        try (var client = McpClient.connect(server.transport(), profile().build())) {
            assertThat(client.callTool("required", null).text()).isEqualTo("done");
            assertThat(client.startTool("optional", null, CallOptions.usual())).isInstanceOf(ToolStart.Finished.class);
        }
        assertThat(callsAsTasks(server)).containsExactly("required", "optional");
    }

    @Test
    @Verifies("I-22")
    void aTaskIsAskedForAtTheServersPaceAndWithoutItsNotifications() {
        var pace = Duration.ofMillis(700);
        var moments = new CopyOnWriteArrayList<Long>();
        var turn = new AtomicInteger();
        var server = ScriptedServer.legacy(ASKING)
                .answering("tools/list", TOOLS)
                .on("tools/call", (request, line) -> {
                    moments.add(System.nanoTime());
                    line.result(request, "{'task':%s}".formatted(TASK.formatted("working", pace.toMillis())));
                })
                .on("tasks/get", (request, line) -> {
                    moments.add(System.nanoTime());
                    var status = turn.incrementAndGet() < 3 ? "working" : "completed";
                    line.result(request, TASK.formatted(status, pace.toMillis()));
                })
                .answering("tasks/result", DONE);
        try (var client = McpClient.connect(server.transport(), profile().build())) {
            assertThat(client.callTool("work", null).text()).isEqualTo("done");
        }
        assertThat(moments).hasSize(4);
        for (int i = 1; i < moments.size(); i++) {
            assertThat(Duration.ofNanos(moments.get(i) - moments.get(i - 1))).isGreaterThanOrEqualTo(pace);
        }
    }

    @Test
    @Verifies("I-23")
    void aQuestionOfATaskIsAnsweredWithItsMarkAndOurOwnRequestsHaveNone() {
        var server = ScriptedServer.legacy(ASKING).answering("tools/list", TOOLS);
        server.answering("tools/call", "{'task':%s}".formatted(TASK.formatted("input_required", 500)))
                .on("tasks/result", (request, line) -> {
                    line.send("{'jsonrpc':'2.0','id':'s1','method':'elicitation/create','params':{'message':'Who?',"
                            + "'requestedSchema':{'type':'object','properties':{'name':{'type':'string'}}},"
                            + "'_meta':{'%s':{'taskId':'t1'}}}}".formatted(RELATED));
                    server.await(Response.class::isInstance);
                    line.result(request, DONE);
                });
        try (var client = McpClient.connect(server.transport(), profile().build())) {
            assertThat(client.callTool("work", null).text()).isEqualTo("done");
        }
        var answer = (Response.Result) server.responses().getFirst();
        assertThat(answer.result().path("_meta").path(RELATED).path("taskId").stringValue())
                .isEqualTo("t1");
        assertThat(answer.result().path("content").path("name").stringValue()).isEqualTo("Ada");
        assertThat(server.requests("tasks/result"))
                .isNotEmpty()
                .noneMatch(request -> request.params().path("_meta").has(RELATED));
    }

    @Test
    void whoStopsWaitingForATaskDoesNotAnswerItsQuestion() throws Exception {
        for (var mark : List.of("", ",'_meta':{'%s':{'taskId':'t1'}}".formatted(RELATED))) {
            var stopped = new CountDownLatch(1);
            var person = InputHandlers.none().onForm((form, asking) -> {
                try {
                    new CountDownLatch(1).await();
                } finally {
                    stopped.countDown();
                }
                return InputResponse.cancel();
            });
            var server = ScriptedServer.legacy(ASKING).answering("tools/list", TOOLS);
            server.answering("tools/call", "{'task':%s}".formatted(TASK.formatted("input_required", 500)))
                    .on(
                            "tasks/result",
                            (request, line) -> line.send(
                                    "{'jsonrpc':'2.0','id':'s1','method':'elicitation/create','params':{'message':'Who?',"
                                            + "'requestedSchema':{'type':'object','properties':{}}%s}}"
                                                    .formatted(mark)));
            try (var client = McpClient.connect(
                    server.transport(), profile().handlers(person).build())) {
                var running = (ToolStart.Running) client.startTool("work", null, CallOptions.usual());
                assertThatThrownBy(() -> running.task().await(CallOptions.within(Duration.ofSeconds(3))))
                        .isInstanceOf(CallTimeoutException.class);
                assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
                await().during(Duration.ofMillis(300))
                        .until(() -> server.responses().isEmpty());
            }
        }
    }

    @Test
    @Verifies({"I-26", "H-11"})
    void aServersWishForATaskOfOursIsIgnored() {
        var server = ScriptedServer.legacy();
        try (var client = McpClient.connect(server.transport(), profile().build())) {
            server.line()
                    .send(
                            "{'jsonrpc':'2.0','id':'s1','method':'elicitation/create','params':{'message':'Who?',"
                                + "'requestedSchema':{'type':'object','properties':{'name':{'type':'string'}}},'task':{'ttl':9}}}");
            var answer = (Response.Result) server.await(Response.class::isInstance);
            assertThat(answer.result()).isEqualTo(ScriptedServer.json("{'action':'accept','content':{'name':'Ada'}}"));
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
        }
        assertThat(server.requests("initialize")
                        .getFirst()
                        .params()
                        .path("capabilities")
                        .has("tasks"))
                .isFalse();
    }

    @Test
    @Verifies({"I-8", "I-25"})
    void aTaskIsCancelledAsATaskAndNotAsARequest() {
        var server = ScriptedServer.legacy(ASKING.replace("{'requests'", "{'cancel':{},'requests'"))
                .answering("tools/list", TOOLS)
                .answering("tools/call", "{'task':%s}".formatted(TASK.formatted("working", 500)))
                .answering("tasks/get", TASK.formatted("working", 500))
                .answering("tasks/cancel", TASK.formatted("cancelled", 500));
        try (var client = McpClient.connect(server.transport(), profile().build())) {
            assertThatThrownBy(() -> client.callTool("work", null, CallOptions.within(Duration.ofSeconds(3))))
                    .isInstanceOf(CallTimeoutException.class);
        }
        // It was sent before the line was closed; the server reads it in its own time.
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.requests("tasks/cancel"))
                        .singleElement()
                        .satisfies(cancel -> assertThat(
                                        cancel.params().path("taskId").stringValue())
                                .isEqualTo("t1")));
        assertThat(server.notifications("notifications/cancelled")).isEmpty();
    }

    @Test
    @Verifies({"A-15", "B-15"})
    void anExtensionThatWasNotDeclaredIsNotUsed() {
        var server = ScriptedServer.modern()
                .answering("tools/call", "{'resultType':'task','taskId':'t1','status':'working'}");
        try (var client = McpClient.connect(server.transport(), profile().build())) {
            assertThatThrownBy(() -> client.callTool("work", null)).isInstanceOf(ProtocolViolationException.class);
        }
        assertThat(server.methods()).noneMatch(method -> method.startsWith("tasks/"));
        assertThat(capabilities(server).has("extensions")).isFalse();
    }

    @Test
    @Verifies("B-15")
    void anExtensionThatBothSidesDeclareIsUsed() {
        var server = server().versions(ProtocolVersion.V2026_07_28)
                .tasks(Duration.ofMillis(10))
                .build();
        try (var client =
                McpClient.connect(server.transport(), profile().tasks().build())) {
            assertThat(client.callTool("required", null).text()).isEqualTo("done");
        }
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    @Verifies("B-15")
    void anExtensionThatOnlyWeDeclareIsNotUsed() {
        var server = ScriptedServer.modern()
                .answering("tools/list", TOOLS.replace("{'tools'", "{'resultType':'complete','tools'"))
                .answering("tools/call", DONE.replace("{'content'", "{'resultType':'complete','content'"));
        try (var client =
                McpClient.connect(server.transport(), profile().tasks().build())) {
            assertThat(client.startTool("work", null, CallOptions.usual())).isInstanceOf(ToolStart.Finished.class);
        }
        assertThat(server.requests("tools/call").getFirst().params().has("task"))
                .isFalse();
        assertThat(server.methods()).noneMatch(method -> method.startsWith("tasks/"));
        assertThat(capabilities(server).path("extensions").propertyNames()).containsExactly(TASKS);
    }

    @Test
    @Verifies("B-15")
    void anExtensionNeedsAPrefix() {
        assertThatIllegalArgumentException().isThrownBy(() -> profile().extension("tasks", Json.object()));
    }

    private static JsonNode capabilities(ScriptedServer server) {
        return server.requests("tools/call")
                .getFirst()
                .params()
                .path("_meta")
                .path("io.modelcontextprotocol/clientCapabilities");
    }
}
