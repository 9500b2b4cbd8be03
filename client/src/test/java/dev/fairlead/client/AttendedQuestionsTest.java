package dev.fairlead.client;

import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.http.Fault;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that ask, and whose server wants a login after the person has answered. */
@Timeout(120)
class AttendedQuestionsTest {
    private static final String QUESTION =
            "{'message':'Name?','requestedSchema':{'type':'object','properties':{'name':{'type':'string'}}}}";
    private static final String TASK =
            "{'resultType':'%s','taskId':'t','status':'%s','createdAt':'2026-01-01T00:00:00Z','ttlMs':null,%s}";

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void anAnswerThatIsTurnedAwayIsGivenAgainAndNobodyIsAskedForItTwice() {
        try (var door = new Door(asking());
                var client = connect(door, door::shut)) {
            assertThat(client.callTool("ask later", null).text()).isEqualTo("Ada");
            assertThat(asked).hasValue(1);
            assertThat(door.stage.rpc("tasks/update")).hasSize(2);
        }
    }

    @Test
    void anAnswerThatWasTakenIsNotGivenAgainAfterALogin() {
        var question = "'inputRequests':{'q1':{'method':'elicitation/create','params':" + QUESTION + "}}";
        var done = "'result':{'content':[{'type':'text','text':'done'}]}";
        try (var door = new Door(asking());
                var client = connect(door, () -> {})) {
            door.stage
                    .front
                    .faults()
                    .on(rpc("tools/call"), saying(TASK.formatted("task", "input_required", question)))
                    .on(rpc("tasks/update"), saying("{'resultType':'complete'}"))
                    .once(rpc("tasks/get"), Fault.answer(401))
                    .on(rpc("tasks/get"), saying(TASK.formatted("complete", "completed", done)));
            assertThat(client.callTool("ask later", null).text()).isEqualTo("done");
            assertThat(asked).hasValue(1);
            assertThat(door.stage.rpc("tasks/update")).hasSize(1);
            assertThat(door.stage.rpc("tasks/get")).hasSize(2);
        }
    }

    private static Fault saying(String result) {
        return (exchange, usual) -> ScriptedHttp.result(result).handle(exchange);
    }

    private McpClient connect(Door door, Runnable meanwhile) {
        door.open();
        LoginHandler login = required -> door.open();
        var person = InputHandlers.none().onForm((form, asking) -> {
            asked.incrementAndGet();
            meanwhile.run();
            return InputResponse.accept(Json.object().put("name", "Ada"));
        });
        return door.connect(door.stage.profile().tasks().handlers(person).login(login));
    }

    private static FakeServer.Builder asking() {
        return FakeServer.named("door")
                .era(Era.MODERN)
                .tasks(Duration.ofMillis(100))
                .tool(
                        HttpStage.tool("ask later").withExecution(ToolExecution.of(ToolExecution.TaskSupport.REQUIRED)),
                        call -> {
                            var answer =
                                    call.ask(InputRequest.from("elicitation/create", ScriptedServer.json(QUESTION)));
                            return CallToolResult.ofText(
                                    answer.at("/content/name").asString());
                        });
    }
}
