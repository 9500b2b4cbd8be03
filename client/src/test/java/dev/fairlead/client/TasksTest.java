package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Refusal;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that go on in the background: the tasks of 2025-11-25, and those of the extension in the modern era. */
class TasksTest {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private FakeServer server = FakeServer.named("unused").build();

    private static Tool tool(String name, ToolExecution.TaskSupport support) {
        return Tool.of(name, null, json("{'type':'object'}")).withExecution(ToolExecution.of(support));
    }

    private McpClient connect(Era era) {
        server = FakeServer.named("tasks")
                .era(era)
                .tasks(Duration.ofMillis(500))
                .tool(tool("required", ToolExecution.TaskSupport.REQUIRED), call -> CallToolResult.ofText("as a task"))
                .tool(tool("optional", ToolExecution.TaskSupport.OPTIONAL), call -> CallToolResult.ofText("either way"))
                .tool(tool("forbidden", ToolExecution.TaskSupport.FORBIDDEN), call -> CallToolResult.ofText("at once"))
                .tool(tool("failing", ToolExecution.TaskSupport.REQUIRED), call -> CallToolResult.failure("it failed"))
                .tool(tool("refusing", ToolExecution.TaskSupport.REQUIRED), call -> {
                    throw Refusal.of(-32000, "it was refused");
                })
                .tool(tool("hanging", ToolExecution.TaskSupport.REQUIRED), call -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException cancelled) {
                        stopped.countDown();
                        throw cancelled;
                    }
                    return CallToolResult.ofText("never");
                })
                .tool(tool("asking", ToolExecution.TaskSupport.REQUIRED), call -> {
                    var schema = FormSchema.from(json("{'type':'object','properties':{'x':{'type':'string'}}}"));
                    var answer = call.ask(new InputRequest.Form("?", schema, null));
                    return CallToolResult.ofText(
                            answer.path("content").path("x").asString("nothing"));
                })
                .build();
        var handlers = InputHandlers.none().onForm((form, asking) -> {
            assertThat(asking.cause()).isPresent();
            return InputResponse.accept(json("{'x':'blue'}"));
        });
        return McpClient.connect(
                server.transport(),
                ClientProfile.builder().tasks().handlers(handlers).build());
    }

    @AfterEach
    void theServerHasNothingToComplainAbout() {
        assertThat(server.complaints()).isEmpty();
    }

    private List<Request> requests(String method) {
        return server.received().stream()
                .filter(message ->
                        message instanceof Request request && request.method().equals(method))
                .map(Request.class::cast)
                .toList();
    }

    @EachEra
    @Verifies({"I-20", "I-21", "I-22", "I-24", "G-14"})
    void aToolThatDemandsATaskIsAwaitedLikeAnyOther(Era era) {
        try (var client = connect(era)) {
            assertThat(client.callTool("required", null).text()).isEqualTo("as a task");
            assertThat(client.callTool("forbidden", null).text()).isEqualTo("at once");
            assertThat(client.callTool("optional", null).text()).isEqualTo("either way");
            var calls = requests("tools/call");
            assertThat(calls.stream().map(call -> call.params().has("task")))
                    .containsExactly(era == Era.LEGACY, false, false);
        }
    }

    @Test
    @Verifies("I-20")
    void withoutTheServersWordNoTaskIsMade() {
        var plain = ScriptedServer.legacy()
                .answering(
                        "tools/list",
                        "{'tools':[{'name':'t','inputSchema':{'type':'object'},'execution':{'taskSupport':'required'}}]}")
                .answering("tools/call", "{'content':[]}");
        try (var client =
                McpClient.connect(plain.transport(), NegotiationTest.profile().build())) {
            assertThat(client.startTool("t", null, CallOptions.usual())).isInstanceOf(ToolStart.Finished.class);
            assertThat(plain.requests("tools/call").getFirst().params().has("task"))
                    .isFalse();
        }
    }

    @EachEra
    @Verifies("I-20")
    void aTaskMayBeFollowedByItsOwner(Era era) {
        try (var client = connect(era)) {
            var start = client.startTool("optional", null, CallOptions.usual());
            assertThat(start).isInstanceOf(ToolStart.Running.class);
            var task = ((ToolStart.Running) start).task();
            assertThat(task.created().taskId()).isNotEmpty();
            await().atMost(LIMIT).until(() -> task.state().status() == TaskStatus.COMPLETED);
            assertThat(task.await(CallOptions.usual()).text()).isEqualTo("either way");
            assertThat(client.startTool("forbidden", null, CallOptions.usual()))
                    .isInstanceOfSatisfying(
                            ToolStart.Finished.class,
                            done -> assertThat(done.result().text()).isEqualTo("at once"));
        }
    }

    @EachEra
    @Verifies("I-24")
    void aTaskThatFailsIsLikeACallThatFails(Era era) {
        try (var client = connect(era)) {
            var failed = client.callTool("failing", null);
            assertThat(failed.isError()).isTrue();
            assertThat(failed.text()).isEqualTo("it failed");
            assertThatThrownBy(() -> client.callTool("refusing", null))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("it was refused");
            assertThat(requests("tasks/cancel")).isEmpty();
        }
    }

    @EachEra
    @Verifies({"I-23", "H-1"})
    void aTaskMayAsk(Era era) {
        try (var client = connect(era)) {
            assertThat(client.callTool("asking", null).text()).isEqualTo("blue");
            if (era == Era.MODERN) {
                assertThat(requests("tasks/update"))
                        .singleElement()
                        .satisfies(update -> assertThat(
                                        update.params().path("inputResponses").size())
                                .isEqualTo(1));
            } else {
                assertThat(requests("tasks/result")).hasSize(1);
                assertThat(requests("tasks/result").getFirst().params().toString())
                        .doesNotContain("related-task");
            }
        }
    }

    @EachEra
    @Verifies({"I-8", "I-13", "I-25"})
    void aTaskThatTakesTooLongIsCancelled(Era era) throws Exception {
        try (var client = connect(era)) {
            assertThatThrownBy(() -> client.callTool("hanging", null, CallOptions.within(Duration.ofMillis(800))))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("tools/call hanging");
            assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(requests("tasks/cancel")).hasSize(1);
        }
    }

    @EachEra
    @Verifies({"I-8", "I-25"})
    void interruptingCancelsTheTask(Era era) throws Exception {
        try (var client = connect(era)) {
            var call = client.async().callTool("hanging", null);
            server.awaitReceived(
                    message -> message instanceof Request request
                            && request.method().equals("tasks/get"),
                    LIMIT);
            call.cancel(true);
            assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(requests("tasks/cancel")).hasSize(1);
        }
    }

    @EachEra
    void aTaskMayBeCancelledByItsOwner(Era era) throws Exception {
        try (var client = connect(era)) {
            var task = ((ToolStart.Running) client.startTool("hanging", null, CallOptions.usual())).task();
            task.cancel();
            assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(task.state().status()).isEqualTo(TaskStatus.CANCELLED);
            assertThatThrownBy(() -> task.await(CallOptions.usual()))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("cancelled");
        }
    }

    @Test
    @Verifies("I-25")
    void tasksAreListedWhereTheServerKeepsAList() {
        try (var client = connect(Era.LEGACY)) {
            assertThat(client.listTasks()).isEmpty();
            client.callTool("required", null);
            assertThat(client.listTasks())
                    .singleElement()
                    .extracting(Task::status)
                    .isEqualTo(TaskStatus.COMPLETED);
        }
    }

    private static final String TASK = "'taskId':'x','status':'%s','createdAt':'2026-01-01T00:00:00Z',"
            + "'lastUpdatedAt':'2026-01-01T00:00:00Z','ttl':null,'pollInterval':%d";

    private static ScriptedServer slow(int pollInterval) {
        var task = TASK.formatted("working", pollInterval);
        return ScriptedServer.legacy("{'tools':{},'tasks':{'requests':{'tools':{'call':{}}}}}")
                .answering(
                        "tools/list",
                        "{'tools':[{'name':'t','inputSchema':{'type':'object'},'execution':{'taskSupport':'required'}}]}")
                .answering("tools/call", "{'task':{%s}}".formatted(task))
                .answering("tasks/get", "{%s}".formatted(task));
    }

    @Test
    void aCallWhoseTaskIsForgottenMayHaveBeenCarriedOut() {
        var forgetful = slow(500).refusing("tasks/get", ErrorCode.INVALID_PARAMS, "no such task");
        try (var client = McpClient.connect(
                forgetful.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOfSatisfying(ServerErrorException.class, failure -> {
                        assertThat(failure.maybeExecuted()).isTrue();
                        assertThat(failure).hasMessageContainingAll("tools/call t", "no such task");
                    });
        }
    }

    @Test
    void theErrorOfTheResultIsThatOfTheCallWhichHadBegun() {
        var failing = slow(500)
                .answering("tasks/get", "{%s}".formatted(TASK.formatted("failed", 500)))
                .refusing("tasks/result", ErrorCode.INVALID_PARAMS, "no such account");
        try (var client =
                McpClient.connect(failing.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .hasMessage("tools/call t: server 'scripted' answered with error -32602: no such account")
                    .isInstanceOfSatisfying(
                            ServerErrorException.class,
                            failure -> assertThat(failure.maybeExecuted()).isTrue());
        }
    }

    @Test
    void aCallWhoseResultIsForgottenHasBeenCarriedOut() {
        var forgetful = slow(500)
                .answering("tasks/get", "{%s}".formatted(TASK.formatted("completed", 500)))
                .refusing("tasks/result", ErrorCode.INVALID_PARAMS, "the task has expired");
        try (var client = McpClient.connect(
                forgetful.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOfSatisfying(ServerErrorException.class, failure -> {
                        assertThat(failure.maybeExecuted()).isTrue();
                        assertThat(failure).hasMessageContainingAll("tools/call t", "the task has expired");
                    });
        }
    }

    @Test
    @Verifies("I-25")
    void aServerThatCannotCancelTasksIsNotAskedTo() {
        var slow = slow(500);
        try (var client =
                McpClient.connect(slow.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("t", null, CallOptions.within(Duration.ofMillis(700))))
                    .isInstanceOf(CallTimeoutException.class);
            client.ping();
            assertThat(slow.requests("tasks/cancel")).isEmpty();
            assertThat(slow.requests("tasks/list")).isEmpty();
            assertThat(client.listTasks()).isEmpty();
        }
    }

    @Test
    void closingEndsALongPauseBetweenPolls() throws Exception {
        var slow = slow(3_600_000);
        var client =
                McpClient.connect(slow.transport(), NegotiationTest.profile().build());
        var call = client.async().callTool("t", null);
        slow.awaitRequest("tools/call");
        client.close();
        assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
    }

    @Test
    void anUnreadableTaskIsAViolation() {
        var odd = slow(500).answering("tools/call", "{'task':{'status':'working'}}");
        try (var client =
                McpClient.connect(odd.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("t", null)).isInstanceOf(ProtocolViolationException.class);
            assertThatThrownBy(() -> client.startTool("t", null, CallOptions.usual()))
                    .isInstanceOf(McpException.class);
        }
    }

    @Test
    @Verifies("A-15")
    void withoutTheExtensionAModernTaskIsUnexpected() {
        try (var client = connect(Era.MODERN)) {
            assertThat(client.callTool("optional", null).text()).isEqualTo("either way");
        }
        var pushy = ScriptedServer.modern()
                .answering("tools/call", "{'resultType':'task',%s}".formatted(TASK.formatted("working", 500)));
        try (var client =
                McpClient.connect(pushy.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("task");
        }
    }
}
