package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.Part;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BudgetTest extends AgentScene {
    @Test
    void afterTenStepsThePersonIsAskedAndMayGoOn() throws Exception {
        open(calculator().build());
        var number = new AtomicInteger();
        var model = new ScriptedModel(request -> number.incrementAndGet() <= 12
                ? calls(call(String.valueOf(number.get()), "calc__add"))
                : text("at last"));
        var agent = agent(model);

        var events = events(agent.run(Transcript.begin(), "go"), approval -> approval.allow(Reach.CHAT));

        assertThat(outcome(events))
                .isEqualTo(new Outcome.OutOfBudget(
                        Budget.Limit.STEPS, "the model has used tools in 10 steps, which is as many as it may"));
        assertThat(runs).hasValue(10);
        assertThat(finished(events).transcript().pending()).hasSize(1);

        var more = events(agent.resume(finished(events).transcript()), AgentScene::yes);
        assertThat(outcome(more)).isInstanceOf(Outcome.Answered.class);
        assertThat(runs).hasValue(12);
    }

    @Test
    void manyCallsAtOnceAreLimitedThoughNobodySaidHow() throws Exception {
        open(calculator().build());
        var many = IntStream.range(0, 60)
                .mapToObj(number -> call(String.valueOf(number), "calc__add"))
                .toArray(Part.Call[]::new);
        var agent = agent(ScriptedModel.saying(calls(many), text("never")));

        var events = events(agent.run(Transcript.begin(), "go"), approval -> approval.allow(Reach.CHAT));

        assertThat(runs).hasValue(50);
        assertThat(finished(events).transcript().calls()).hasSize(60);
    }

    @Test
    void whoeverGoesOnWithSomethingElseLeavesWhatWasPendingUndone() throws Exception {
        open(calculator().build());
        var model = ScriptedModel.saying(calls(call("1", "calc__add")), text("Fine."));
        var agent = Agent.builder(host, model).budget(Budget.USUAL.withSteps(0)).build();

        var first = events(agent.run(Transcript.begin(), "go"), AgentScene::yes);
        var second = events(agent.run(finished(first).transcript(), "never mind"), AgentScene::yes);

        assertThat(runs).hasValue(0);
        assertThat(outcome(second)).isInstanceOf(Outcome.Answered.class);
        assertThat(finished(second).transcript().calls().getFirst().status()).isEqualTo(Status.NOT_RUN);
        assertThat(finished(second).transcript().calls().getFirst().server()).isEqualTo("calc");
    }

    @Test
    void moreCallsThanTheBudgetHasAreNotMade() throws Exception {
        open(calculator().build());
        var many =
                IntStream.range(0, 7).mapToObj(i -> call("c" + i, "calc__add")).toArray(Part.Call[]::new);
        var model = ScriptedModel.saying(calls(many), text("done"));

        var events = events(
                Agent.builder(host, model)
                        .budget(Budget.USUAL.withCalls(3))
                        .build()
                        .run(Transcript.begin(), "go"),
                approval -> approval.allow(Reach.CHAT));

        assertThat(runs).hasValue(3);
        assertThat(finished(events).transcript().calls())
                .extracting(CallRecord::status)
                .containsExactly(
                        Status.SUCCESS,
                        Status.SUCCESS,
                        Status.SUCCESS,
                        Status.NOT_RUN,
                        Status.NOT_RUN,
                        Status.NOT_RUN,
                        Status.NOT_RUN);
        assertThat(finished(events).transcript().calls())
                .extracting(CallRecord::server, CallRecord::tool)
                .containsOnly(tuple("calc", "add"));
        assertThat(events).filteredOn(AgentEvent.ToolAsked.class::isInstance).hasSize(7);
        assertThat(events)
                .filteredOn(AgentEvent.ToolDone.class::isInstance)
                .extracting(event -> ((AgentEvent.ToolDone) event).record().id())
                .containsExactlyInAnyOrder("c0", "c1", "c2", "c3", "c4", "c5", "c6");
    }

    @Test
    void tokensAndCostEndARun() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(
                request -> calls(call(String.valueOf(request.turns().size()), "calc__add")));

        var tokens = events(
                Agent.builder(host, model)
                        .budget(Budget.USUAL.withTokens(40L))
                        .build()
                        .run(Transcript.begin(), "go"),
                approval -> approval.allow(Reach.CHAT));
        var cost = events(
                Agent.builder(host, model)
                        .budget(Budget.USUAL.withCost(0.00003, new Prices(1, 1, 1)))
                        .build()
                        .run(Transcript.begin(), "go"),
                approval -> approval.allow(Reach.CHAT));

        assertThat(((Outcome.OutOfBudget) outcome(tokens)).limit()).isEqualTo(Budget.Limit.TOKENS);
        assertThat(((Outcome.OutOfBudget) outcome(cost)).limit()).isEqualTo(Budget.Limit.COST);
    }

    @Test
    void timeEndsARun() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(
                request -> calls(call(String.valueOf(request.turns().size()), "calc__add")));
        var budget = Budget.USUAL.withSteps(1_000_000).withCalls(1_000_000).withTime(Duration.ofMillis(500));

        var events = events(
                Agent.builder(host, model).budget(budget).build().run(Transcript.begin(), "go"),
                approval -> approval.allow(Reach.CHAT));

        assertThat(((Outcome.OutOfBudget) outcome(events)).limit()).isEqualTo(Budget.Limit.TIME);
    }
}
