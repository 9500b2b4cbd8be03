package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;

/** Tasks over HTTP, which outlive every stream that tells of them. */
@Timeout(120)
class HttpTasksTest {
    /** A server whose only tool becomes a task, which is done when told. */
    private static FakeServer.Builder tasks(Era era, String tool, CountDownLatch open) {
        return FakeServer.named("tasks")
                .era(era)
                .tasks(Duration.ofMillis(100))
                .tool(
                        HttpStage.tool(tool).withExecution(ToolExecution.of(ToolExecution.TaskSupport.REQUIRED)),
                        call -> {
                            open.await();
                            return CallToolResult.ofText("done");
                        });
    }

    @EachEra
    @Verifies({"D-28", "D-33"})
    void aTaskSurvivesTheLossOfTheStreamsThatTellOfIt(Era era) throws Exception {
        var open = new CountDownLatch(1);
        var script = tasks(era, "long", open);
        try (var stage = HttpStage.of(script)) {
            stage.front.answers(Answers.SSE);
            try (var client = stage.connect(stage.profile().tasks())) {
                var call = HttpStage.calling(client, "long", CallOptions.usual());
                stage.front.awaitRequest(rpc("tasks/get"), SOON);
                stage.front.faults().once(rpc("tasks/get"), Fault.cutBody(20));
                await().atMost(SOON).until(() -> stage.front.faults().struck() == 1);
                open.countDown();
                assertThat(within(call).text()).isEqualTo("done");
                assertThat(stage.rpc("tools/call")).hasSize(1);
                assertThat(stage.rpc("tasks/cancel")).isEmpty();
                assertThat(stage.rpc("tasks/get"))
                        .allSatisfy(poll -> assertThat(poll.has("Mcp-Name")).isEqualTo(era == Era.MODERN));
            }
        }
    }

    @EachEra
    void aCallWhoseTaskCannotBeFollowedAnyMoreMayHaveBeenCarriedOut(Era era) throws Exception {
        var open = new CountDownLatch(1);
        var script = tasks(era, "pay", open);
        try (var stage = HttpStage.of(script);
                var client = stage.connect(stage.profile().tasks())) {
            stage.front.faults().on(rpc("tasks/get"), Fault.answer(400));
            assertThatThrownBy(() -> client.callTool("pay", null))
                    .isInstanceOfSatisfying(HttpStatusException.class, failure -> {
                        assertThat(failure.status()).isEqualTo(400);
                        assertThat(failure.maybeExecuted()).isTrue();
                        assertThat(failure).hasMessageContaining("tools/call pay");
                    });
            assertThat(stage.rpc("tools/call")).hasSize(1);
        } finally {
            open.countDown();
        }
    }

    @EachEra
    void aTaskSurvivesAServerThatIsAwayForAMoment(Era era) throws Exception {
        var open = new CountDownLatch(1);
        try (var stage = HttpStage.of(tasks(era, "long", open));
                var client = stage.connect(stage.profile().tasks())) {
            var call = HttpStage.calling(client, "long", CallOptions.usual());
            stage.front.awaitRequest(rpc("tasks/get"), SOON);
            stage.front.faults().times(3, rpc("tasks/get"), Fault.answer(502));
            await().atMost(SOON).until(() -> stage.front.faults().struck() == 3);
            open.countDown();
            assertThat(within(call).text()).isEqualTo("done");
            assertThat(stage.rpc("tools/call")).hasSize(1);
            assertThat(stage.rpc("tasks/cancel")).isEmpty();
        } finally {
            open.countDown();
        }
    }

    @EachEra
    void aTaskWhoseServerStaysAwayIsGivenUpByTheLimitOfItsCall(Era era) throws Exception {
        var open = new CountDownLatch(1);
        try (var stage = HttpStage.of(tasks(era, "long", open));
                var client = stage.connect(stage.profile().tasks())) {
            stage.front.faults().on(rpc("tasks/get"), Fault.answer(502));
            assertThatThrownBy(() -> client.callTool("long", null, CallOptions.within(Duration.ofSeconds(3))))
                    .isInstanceOfSatisfying(CallTimeoutException.class, failure -> {
                        assertThat(failure.maybeExecuted()).isTrue();
                        assertThat(failure).hasMessageContaining("tools/call long");
                    });
            assertThat(stage.rpc("tools/call")).hasSize(1);
            assertThat(stage.front.faults().struck()).isBetween(2, 4);
        } finally {
            open.countDown();
        }
    }
}
