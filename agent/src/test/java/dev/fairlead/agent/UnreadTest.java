package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events that nobody reads, or not yet. */
@Timeout(120)
class UnreadTest extends AgentScene {
    private static final InputRequest.Form FORM = new InputRequest.Form(
            "Who?", FormSchema.from(Json.parse("{\"type\":\"object\",\"properties\":{}}")), Json.object());

    private final CountDownLatch after = new CountDownLatch(1);

    private static CompletableFuture<InputResponse> ask(Desk of) {
        var answer = new CompletableFuture<InputResponse>();
        Thread.ofVirtual().start(() -> {
            try {
                answer.complete(requireNonNull(of.handlers(null).forms()).ask(FORM, new Asking("s", null)));
            } catch (InterruptedException | RuntimeException failure) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    @Test
    void aQuestionThatIsOpenWhenTheRunEndsIsDeclined() throws Exception {
        open(FakeServer.named("s")
                .tool(tool("wait"), call -> {
                    call.pause(Duration.ofSeconds(60));
                    return CallToolResult.ofText("never");
                })
                .build());
        var model = ScriptedModel.saying(calls(call("1", "s__wait")), text("done"));
        CompletableFuture<InputResponse> answer = null;

        try (var run = agent(model).run(Transcript.begin(), "go")) {
            while (run.hasNext()) {
                switch (run.next()) {
                    case AgentEvent.ApprovalNeeded(var approval) -> answer = ask(desk); // Its call runs, from here on.
                    case AgentEvent.QuestionAsked(var question) -> run.stop();
                    default -> {}
                }
            }
        }

        assertThat(requireNonNull(answer).get(60, TimeUnit.SECONDS)).isEqualTo(InputResponse.decline());
    }

    @Test
    void aQuestionThatCannotBeShownIsDeclined() throws Exception {
        open(calculator().build());
        var empty = new Desk();
        empty.join(new Desk.Audience() {
            @Override
            public int caused(Asking asking) {
                return 1;
            }

            @Override
            public boolean show(ServerQuestion question) {
                return false;
            }

            @Override
            public boolean maySample() {
                return true;
            }

            @Override
            public Optional<SamplingResult> sample(SamplingRequest request) {
                throw new AssertionError("nobody allowed it");
            }
        });

        assertThat(ask(empty).get(60, TimeUnit.SECONDS)).isEqualTo(InputResponse.decline());
        assertThat(requireNonNull(empty.handlers(null).sampler()).sample(SamplingRequest.of(5), new Asking("s", null)))
                .isEmpty();
    }

    @Test
    void nothingIsShownOnceTheLastEventWasPut() throws Exception {
        open(calculator().build());
        var outlet = new Outlet();
        assertThat(outlet.put(new AgentEvent.StepBegan(1))).isTrue();
        outlet.abandon();
        assertThat(outlet.put(new AgentEvent.StepBegan(2))).isFalse();
        outlet.force(new AgentEvent.Finished(new Outcome.Stopped(), Transcript.begin()));
        assertThat(outlet.put(new AgentEvent.StepBegan(3))).isFalse();
    }

    @Test
    void aCallEndsAlthoughNobodyReadsHowFarItIs() throws Exception {
        open(FakeServer.named("s")
                .tool(tool("count"), call -> {
                    for (int i = 1; i <= 3_000; i++) {
                        call.progress(i, 3_000.0, "more");
                    }
                    return CallToolResult.ofText("done");
                })
                .tool(tool("last"), call -> {
                    after.countDown();
                    return CallToolResult.ofText("done");
                })
                .build());
        var model = ScriptedModel.saying(calls(call("1", "s__count"), call("2", "s__last")), text("done"));

        var events = events(agent(model).run(Transcript.begin(), "go"), approval -> {
            approval.allow(Approval.Reach.CHAT_SERVER);
            await(); // The second call follows the first.
        });

        assertThat(after.getCount()).isZero();
        assertThat(outcome(events)).isInstanceOf(Outcome.Answered.class);
    }

    private void await() {
        try {
            assertThat(after.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
