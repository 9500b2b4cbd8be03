package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Turn;
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
    void whatIsKeptInTheMiddleOfCallsSaysWhichMayHaveBeenMade() throws Exception {
        var begun = new CountDownLatch(1);
        var finish = new CountDownLatch(1);
        var server = FakeServer.named("s")
                .tool(tool("pay"), call -> {
                    begun.countDown();
                    finish.await();
                    return CallToolResult.ofText("paid");
                })
                .tool(reading("look"), call -> CallToolResult.ofText("seen"))
                .build();
        open(server);
        var asked = calls(call("1", "s__look"), call("2", "s__pay"), call("3", "s__pay"), call("4", "s__none"));
        var model = ScriptedModel.saying(asked, text("done"));
        var kept = new ArrayList<Transcript>();
        var done = new CountDownLatch(2);
        try (var run = agent(model).run(Transcript.begin(), "go")) {
            run.forEachRemaining(event -> {
                switch (event) {
                    case AgentEvent.ApprovalNeeded(var approval)
                    when approval.callId().equals("2") && kept.isEmpty() -> {
                        kept.add(run.transcript());
                        approval.allow(Reach.ONCE);
                        await(begun);
                    }
                    case AgentEvent.ApprovalNeeded(var approval) -> approval.allow(Reach.ONCE);
                    case AgentEvent.ToolDone(var record, var told) -> done.countDown();
                    default -> {}
                }
                if (begun.getCount() == 0 && done.getCount() == 0 && kept.size() == 1) {
                    kept.add(run.transcript());
                    finish.countDown();
                }
            });
            kept.add(run.transcript());
        }

        assertThat(kept).hasSize(3).allSatisfy(transcript -> {
            assertThat(transcript.pending()).isEmpty();
            assertThat(Transcript.of(transcript.toJson()).calls()).hasSize(4);
        });
        assertThat(kept.get(0).calls().get(1))
                .extracting(CallRecord::status, CallRecord::unknown)
                .containsExactly(Status.NOT_RUN, false);
        assertThat(kept.get(1).calls())
                .extracting(CallRecord::status, CallRecord::unknown)
                .containsExactly(
                        tuple(Status.SUCCESS, false),
                        tuple(Status.FAILED, true),
                        tuple(Status.NOT_RUN, false),
                        tuple(Status.NOT_FOUND, false));
        assertThat(told(kept.get(1), 1)).contains("It is not known whether the call was carried out");
        assertThat(told(kept.get(1), 2)).contains("was not run");
        assertThat(kept.get(2).calls())
                .extracting(CallRecord::status)
                .containsExactly(Status.SUCCESS, Status.SUCCESS, Status.SUCCESS, Status.NOT_FOUND);
    }

    private static String told(Transcript transcript, int call) {
        var results = (Turn.Results) transcript.turns().getLast();
        return Transcript.text(results.results().get(call).parts());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
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
