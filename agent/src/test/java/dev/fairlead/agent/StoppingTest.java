package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StoppingTest extends AgentScene {
    @EachEra
    void stoppingCancelsAtTheServerAndTheTranscriptSaysSo(Era era) throws Exception {
        var begun = new CountDownLatch(1);
        var over = new CountDownLatch(1);
        var server = FakeServer.named("s")
                .era(era)
                .tool(tool("slow"), call -> {
                    begun.countDown();
                    try {
                        call.pause(Duration.ofSeconds(60));
                    } finally {
                        if (call.cancelled()) {
                            over.countDown();
                        }
                    }
                    return CallToolResult.ofText("never");
                })
                .build();
        open(server);
        var model = ScriptedModel.saying(calls(call("1", "s__slow"), call("2", "s__slow")), text("done"));
        var run = agent(model).run(Transcript.begin(), "go");
        var stopper = Thread.ofVirtual().start(() -> {
            try {
                begun.await();
                run.stop();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
        });

        var events = events(run, approval -> approval.allow(Reach.CHAT));
        stopper.join();

        assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(outcome(events)).isEqualTo(new Outcome.Stopped());
        assertThat(finished(events).transcript().calls())
                .extracting(CallRecord::status)
                .containsExactly(Status.CANCELLED, Status.NOT_RUN);
        assertThat(finished(events).transcript().pending()).isEmpty();
    }

    @Test
    void stoppingEndsAModelThatFellSilentAndKeepsWhatWasSeen() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(request -> List.of(new ReplyPiece.TextDelta("I was about to ")));
        var run = agent(model).run(Transcript.begin(), "go");
        var events = new ArrayList<AgentEvent>();

        try (run) {
            run.forEachRemaining(event -> {
                events.add(event);
                if (event instanceof AgentEvent.TextDelta) {
                    run.stop();
                }
            });
        }

        assertThat(outcome(events)).isEqualTo(new Outcome.Stopped());
        assertThat(finished(events).transcript().lastAnswer()).isEqualTo("I was about to ");
    }

    @Test
    void stoppingWhileAPersonIsAskedRunsNothing() throws Exception {
        open(calculator().build());
        var model = ScriptedModel.saying(calls(call("1", "calc__add")), text("done"));
        var run = agent(model).run(Transcript.begin(), "go");

        var events = events(run, approval -> run.stop());

        assertThat(outcome(events)).isEqualTo(new Outcome.Stopped());
        assertThat(runs).hasValue(0);
        assertThat(finished(events).transcript().calls().getFirst().status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    void whoeverStopsReadingLeavesNothingBehind() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(request -> IntStream.range(0, 5_000)
                .<ReplyPiece>mapToObj(i -> new ReplyPiece.TextDelta("word "))
                .toList());

        try (var run = agent(model).run(Transcript.begin(), "talk")) {
            assertThat(run.next()).isInstanceOf(AgentEvent.StepBegan.class);
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
