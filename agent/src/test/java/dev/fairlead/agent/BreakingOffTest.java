package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a run that ended in an unusual way. */
@Timeout(120)
class BreakingOffTest extends AgentScene {

    @Test
    void anErrorIsToldAsOneAndNotAsAStop() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(request -> {
            throw new StackOverflowError("too deep");
        });

        var events = events(agent(model).run(Transcript.begin(), "go"), AgentScene::yes);

        assertThat(outcome(events)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.words()).contains("too deep");
            assertThat(failed.cause()).isInstanceOf(StackOverflowError.class);
        });
    }

    @Test
    void anAnswerThatWasWholeWhenTheRunWasStoppedIsInTheTranscript() throws Exception {
        open(calculator().build());
        var model = new StoppedAtTheEnd(ScriptedModel.saying(text("All of it.")));

        var events = events(agent(model).run(Transcript.begin(), "go"), AgentScene::yes);

        assertThat(finished(events).transcript().lastAnswer()).isEqualTo("All of it.");
        assertThat(finished(events).transcript().usage().total()).isEqualTo(15);
        assertThat(events)
                .filteredOn(AgentEvent.UsageReported.class::isInstance)
                .hasSize(1);
    }

    @Test
    void anAnswerWithoutEndIsGivenUpAndWhatWasSeenStays() throws Exception {
        open(calculator().build());
        var model = new ScriptedModel(request -> List.of(new ReplyPiece.TextDelta("It beg")));
        var agent = Agent.builder(host, model)
                .desk(desk)
                .answering(Duration.ofMillis(200))
                .build();

        var events = events(agent.run(Transcript.begin(), "go"), AgentScene::yes);

        assertThat(outcome(events)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.words())
                    .isEqualTo(
                            "Model scripted/one was given up, as its answer was not whole after 200 ms; ask again, or"
                                    + " give it more time");
            assertThat(failed.cause())
                    .isInstanceOfSatisfying(
                            ModelException.class,
                            cause -> assertThat(cause.kind()).isEqualTo(ModelException.Kind.TOO_SLOW));
        });
        assertThat(finished(events).transcript().lastAnswer()).isEqualTo("It beg");
        assertThat(outcome(events(
                        agent(ScriptedModel.saying(text("whole"))).run(Transcript.begin(), "go"), AgentScene::yes)))
                .isInstanceOf(Outcome.Answered.class);
    }

    /** A model whose run is stopped when the end of its answer has come. */
    private record StoppedAtTheEnd(Model model) implements Model {
        @Override
        public ModelName name() {
            return model.name();
        }

        @Override
        public ModelTraits traits() {
            return model.traits();
        }

        @Override
        public ReplyStream ask(ModelRequest request) throws InterruptedException {
            var reply = model.ask(request);
            return new ReplyStream() {
                @Override
                public ReplyPiece next() throws InterruptedException {
                    var piece = reply.next();
                    if (piece instanceof ReplyPiece.End) {
                        Thread.currentThread().interrupt();
                    }
                    return piece;
                }

                @Override
                public void close() {
                    reply.close();
                }
            };
        }
    }
}
