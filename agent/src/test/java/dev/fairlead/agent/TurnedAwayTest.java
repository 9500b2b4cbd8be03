package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Conversations that a provider does not take, perhaps because of a picture in them. */
@Timeout(60)
final class TurnedAwayTest extends AgentScene {
    private static final String BASE64 = "iVBORw0KGgo=";
    private static final ContentBlock PICTURE = new ContentBlock.Image(BASE64, "image/png", null, null, Json.object());

    @Test
    void aPictureThatTheProviderTurnsAwayIsLeftOutForGood() throws Exception {
        open(FakeServer.named("camera")
                .tool(tool("look"), call -> CallToolResult.of(PICTURE))
                .build());
        var model = new ScriptedModel(request -> {
            if (shows(request)) {
                throw new ModelException(ModelException.Kind.BAD_REQUEST, "could not process image", null);
            }
            return request.turns().size() == 1 ? calls(call("1", "camera__look")) : text("It is dark.");
        });
        var agent = agent(model);

        var events = events(agent.run(Transcript.begin(), "look"), AgentScene::yes);
        var again = events(agent.run(finished(events).transcript(), "and now?"), AgentScene::yes);

        assertThat(events).contains(new AgentEvent.MediaLeftOut("could not process image"));
        assertThat(outcome(events)).isInstanceOf(Outcome.Answered.class);
        assertThat(String.valueOf(model.asked.getLast().turns())).contains("the provider turned it away");
        assertThat(outcome(again)).isInstanceOf(Outcome.Answered.class);
        assertThat(again).noneMatch(AgentEvent.MediaLeftOut.class::isInstance);
        assertThat(finished(again).transcript().turns())
                .satisfiesOnlyOnce(turn -> assertThat(turn)
                        .isInstanceOfSatisfying(
                                Turn.Results.class,
                                results -> assertThat(
                                                results.results().getFirst().parts())
                                        .hasAtLeastOneElementOfType(Part.Media.class)));
    }

    @Test
    void anotherModelOfTheSameChatIsShownWhatOneDidNotTake() throws Exception {
        open(calculator().build());
        var picture = new Part.Media("image/png", BASE64, null);
        var blind = new ScriptedModel(request -> {
            if (shows(request)) {
                throw new ModelException(ModelException.Kind.BAD_REQUEST, "I cannot see", null);
            }
            return text("What picture?");
        });
        var seeing = ScriptedModel.saying(text("A cat."));
        var agent = agent(blind);

        var first =
                events(agent.run(Transcript.begin(), List.of(Part.Text.of("what is it?"), picture)), AgentScene::yes);
        events(agent.with(seeing, Budget.USUAL).run(finished(first).transcript(), "and now?"), AgentScene::yes);

        assertThat(shows(seeing.asked.getLast())).isTrue();
    }

    @Test
    void ofAConversationThatIsTooLongTheOldestPicturesGoFirstAndTheModelIsToldWhy() throws Exception {
        open(calculator().build());
        var old = new Part.Media("image/png", BASE64, null);
        var fresh = new Part.Media("image/jpeg", BASE64, null);
        var model = new ScriptedModel(request -> {
            if (pictures(request) > 1) {
                throw new ModelException(ModelException.Kind.TOO_LONG, "prompt is too long", null);
            }
            return text("I see.");
        });
        var agent = agent(model);

        var first = events(agent.run(Transcript.begin(), List.of(Part.Text.of("what is it?"), old)), AgentScene::yes);
        var second = events(
                agent.run(finished(first).transcript(), List.of(Part.Text.of("and that?"), fresh)), AgentScene::yes);

        assertThat(outcome(second)).isInstanceOf(Outcome.Answered.class);
        assertThat(model.asked.getLast().turns())
                .first()
                .isEqualTo(new Turn.Asked(List.of(
                        Part.Text.of("what is it?"),
                        Part.Text.of(
                                "[image/png, left out: the conversation is longer than the model takes; the user has"
                                        + " it]"))));
        assertThat(model.asked.getLast().turns())
                .last()
                .isEqualTo(new Turn.Asked(List.of(Part.Text.of("and that?"), fresh)));
        assertThat(finished(second).transcript().turns())
                .contains(
                        new Turn.Asked(List.of(Part.Text.of("what is it?"), old)),
                        new Turn.Asked(List.of(Part.Text.of("and that?"), fresh)));
    }

    @Test
    void aPictureThatWasLeftOutIsShownWhereTheUserShowsItAgain() throws Exception {
        open(calculator().build());
        var picture = new Part.Media("image/png", BASE64, null);
        var model = new ScriptedModel(request -> {
            if (pictures(request) > 1) {
                throw new ModelException(ModelException.Kind.TOO_LONG, "prompt is too long", null);
            }
            return text("I see.");
        });
        var agent = agent(model);

        var first = events(agent.run(Transcript.begin(), List.of(picture)), AgentScene::yes);
        var second = events(agent.run(finished(first).transcript(), List.of(picture)), AgentScene::yes);

        assertThat(outcome(second)).isInstanceOf(Outcome.Answered.class);
        assertThat(model.asked.getLast().turns()).last().isEqualTo(new Turn.Asked(List.of(picture)));
    }

    @Test
    void whatIsTurnedAwayWithoutItsPicturesTooKeepsThem() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(request -> {
            throw new ModelException(
                    ModelException.Kind.TOO_LONG, shows(request) ? "too long" : "too long without, too", null);
        });
        var picture = new Part.Media("image/png", BASE64, null);

        var events = events(
                agent(model).run(Transcript.begin(), List.of(Part.Text.of("what is it?"), picture)), AgentScene::yes);

        assertThat(model.asked).hasSize(2);
        assertThat(outcome(events))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.words()).isEqualTo("too long"));
        assertThat(finished(events).transcript().turns())
                .containsExactly(new Turn.Asked(List.of(Part.Text.of("what is it?"), picture)));
    }

    @Test
    void whatWasNotAnsweredWithoutItsPicturesEitherKeepsThem() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(request -> {
            throw shows(request)
                    ? new ModelException(ModelException.Kind.BAD_REQUEST, "what is temperature 3?", null)
                    : new ModelException(ModelException.Kind.BROKEN, "not today", null);
        });
        var picture = new Part.Media("image/png", BASE64, null);

        var events = events(
                agent(model).run(Transcript.begin(), List.of(Part.Text.of("what is it?"), picture)), AgentScene::yes);

        assertThat(model.asked).hasSize(2);
        assertThat(finished(events).transcript().turns())
                .containsExactly(new Turn.Asked(List.of(Part.Text.of("what is it?"), picture)));
    }

    private static boolean shows(ModelRequest request) {
        return pictures(request) > 0;
    }

    private static long pictures(ModelRequest request) {
        return Stream.concat(
                        request.turns().stream()
                                .filter(Turn.Results.class::isInstance)
                                .flatMap(turn -> ((Turn.Results) turn).results().stream())
                                .flatMap(result -> result.parts().stream()),
                        request.turns().stream()
                                .filter(Turn.Asked.class::isInstance)
                                .flatMap(turn -> ((Turn.Asked) turn).parts().stream()))
                .filter(Part.Media.class::isInstance)
                .count();
    }
}
