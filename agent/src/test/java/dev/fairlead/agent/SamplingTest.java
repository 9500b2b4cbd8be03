package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.SamplingMessage;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.ServerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that use the model. */
@Timeout(120)
class SamplingTest extends AgentScene {
    private static final InputRequest WISH = new InputRequest.Sampling(
            SamplingRequest.of(1_000_000, SamplingMessage.user(ContentBlock.text("Summarise this."))));

    private final List<String> answers = new CopyOnWriteArrayList<>(); // as the server got them

    private void openThinker(Era era, int times) throws InterruptedException {
        open(FakeServer.named("s")
                .era(era)
                .tool(tool("think"), call -> {
                    for (int i = 0; i < times; i++) {
                        answers.add(era == Era.LEGACY ? answer(call) : Json.write(call.ask(WISH)));
                    }
                    return CallToolResult.ofText("thought");
                })
                .build());
    }

    /** Returns the answer, or that there is none, which later servers do not hear. */
    private static String answer(ServerCall call) throws InterruptedException {
        try {
            return Json.write(call.ask(WISH));
        } catch (RuntimeException refused) {
            return "refused: " + refused.getMessage();
        }
    }

    /** Returns a model that has the tool called, and answers servers as told. */
    private static ScriptedModel model(Supplier<List<ReplyPiece>> forServers) {
        return new ScriptedModel(request -> {
            if (isOfServer(request)) {
                return forServers.get();
            }
            return request.turns().getLast() instanceof Turn.Asked ? calls(call("1", "s__think")) : text("done");
        });
    }

    private static boolean isOfServer(ModelRequest request) {
        return request.tools().isEmpty();
    }

    private static List<AgentEvent> events(Agent agent, Consumer<ServerQuestion.Sampling> person) {
        var events = new ArrayList<AgentEvent>();
        try (var run = agent.run(Transcript.begin(), "go")) {
            run.forEachRemaining(event -> {
                events.add(event);
                switch (event) {
                    case AgentEvent.ApprovalNeeded(var approval) -> yes(approval);
                    case AgentEvent.QuestionAsked(ServerQuestion.Sampling wish) -> person.accept(wish);
                    default -> {}
                }
            });
        }
        return events;
    }

    @EachEra
    void whatIsAllowedIsAnsweredAndCounted(Era era) throws Exception {
        openThinker(era, 1);
        var model = model(() -> text("In short."));

        var events = events(agent(model), ServerQuestion.Sampling::allow);

        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst()).contains("In short.").contains("endTurn");
        var usages = events.stream()
                .filter(AgentEvent.UsageReported.class::isInstance)
                .map(AgentEvent.UsageReported.class::cast)
                .toList();
        assertThat(usages).hasSize(3);
        assertThat(usages.getLast().run().total()).isEqualTo(45);
        var asked = model.asked.stream()
                .filter(SamplingTest::isOfServer)
                .findFirst()
                .orElseThrow();
        assertThat(asked.tuning().maxOutputTokens()).isEqualTo(8_192);
    }

    @EachEra
    void theModelIsLentWithoutWhatOthersSaidWhateverContextIsWished(Era era) throws Exception {
        for (var context : List.of("none", "thisServer", "allServers")) {
            var wish = new InputRequest.Sampling(SamplingRequest.from(
                    ((InputRequest.Sampling) WISH).request().toJson().put("includeContext", context)));
            open(
                    FakeServer.named("s")
                            .era(era)
                            .tool(
                                    tool("think"),
                                    call -> CallToolResult.ofText("thought: " + Json.write(call.ask(wish))))
                            .build(),
                    FakeServer.named("other")
                            .era(era)
                            .instructions("words of the other server")
                            .tool(tool("look"), call -> CallToolResult.ofText("what the other server found"))
                            .build());
            var model = new ScriptedModel(request -> {
                if (request.turns().toString().contains("Summarise this.")) {
                    return text("In short.");
                }
                return switch (request.turns().size()) {
                    case 1 -> calls(call("1", "other__look"));
                    case 3 -> calls(call("2", "s__think"));
                    default -> text("done");
                };
            });
            var agent = Agent.builder(host, model)
                    .desk(desk)
                    .instructions("words for this agent alone")
                    .build();

            var events = events(agent, ServerQuestion.Sampling::allow);

            assertThat(outcome(events)).isInstanceOf(Outcome.Answered.class);
            // Of the conversation the model knew what the other server found, and of its tools.
            assertThat(model.asked.get(1).toString())
                    .contains("what the other server found", "other__look", "words for this agent alone");
            assertThat(model.asked)
                    .filteredOn(request -> request.turns().toString().contains("Summarise this."))
                    .as("what the model is given for the server that wishes for '%s'", context)
                    .singleElement()
                    .satisfies(lent -> {
                        assertThat(lent.instructions()).isEmpty();
                        assertThat(lent.tools()).isEmpty();
                        assertThat(lent.turns())
                                .containsExactly(new Turn.Asked(List.of(Part.Text.of("Summarise this."))));
                    });
            host.close();
        }
    }

    @Test
    void whatIsDeclinedDoesNotReachTheModel() throws Exception {
        openThinker(Era.LEGACY, 1);
        var model = model(() -> text("In short."));

        var events = events(agent(model), ServerQuestion.Sampling::decline);

        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst()).startsWith("refused: ");
        assertThat(model.asked).noneMatch(SamplingTest::isOfServer);
        assertThat(outcome(events)).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void aModelThatFailsFailsTheServerAndNotTheRun() throws Exception {
        openThinker(Era.LEGACY, 1);
        var model = model(() -> {
            throw new ModelException(ModelException.Kind.LIMITED, "too many requests", null);
        });

        var events = events(agent(model), ServerQuestion.Sampling::allow);

        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst()).startsWith("refused: ");
        assertThat(outcome(events)).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void aServerCannotAskForEver() throws Exception {
        openThinker(Era.LEGACY, ModelSampler.MOST_USES + 5);
        var model = model(() -> text("In short."));

        var events = events(agent(model), ServerQuestion.Sampling::allow);

        assertThat(events)
                .filteredOn(AgentEvent.QuestionAsked.class::isInstance)
                .hasSize(ModelSampler.MOST_USES);
        assertThat(answers).hasSize(ModelSampler.MOST_USES + 5);
        assertThat(answers.subList(ModelSampler.MOST_USES, answers.size()))
                .allSatisfy(answer -> assertThat(answer).startsWith("refused: "));
    }

    @Test
    void whatServersUseIsOfTheSameBudget() throws Exception {
        openThinker(Era.LEGACY, 5);
        var model = model(() -> text("In short."));
        var agent = Agent.builder(host, model)
                .desk(desk)
                .budget(Budget.USUAL.withTokens(40L))
                .build();

        var events = events(agent, ServerQuestion.Sampling::allow);

        assertThat(((Outcome.OutOfBudget) outcome(events)).limit()).isEqualTo(Budget.Limit.TOKENS);
        assertThat(answers).filteredOn(answer -> answer.contains("In short.")).hasSize(2);
        assertThat(answers).filteredOn(answer -> answer.startsWith("refused: ")).hasSize(3);
        assertThat(model.asked)
                .filteredOn(SamplingTest::isOfServer)
                .extracting(request -> request.tuning().maxOutputTokens())
                .containsExactly(25, 10);
    }
}
