package dev.fairlead.console.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.client.handler.Asking;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.web.Fields;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** What a model is paid for is asked of it once, and no longer than somebody waits for it. */
@Timeout(120)
final class AnsweredByModelTest {
    private static final String SERVER = "s";

    /** Writes nothing before it is let. */
    private static final class SlowModel implements Model {
        private final DemoModel demo = new DemoModel();
        private final LinkedBlockingQueue<Boolean> ends = new LinkedBlockingQueue<>();
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger brokenOff = new AtomicInteger();

        @Override
        public ModelName name() {
            return demo.name();
        }

        @Override
        public ModelTraits traits() {
            return demo.traits();
        }

        @Override
        public ReplyStream ask(ModelRequest request) throws InterruptedException {
            asked.incrementAndGet();
            try {
                if (!ends.take()) {
                    throw new ModelException(ModelException.Kind.TOO_SLOW, "it has no time", null);
                }
            } catch (InterruptedException ended) {
                brokenOff.incrementAndGet();
                throw ended;
            }
            return demo.ask(request);
        }
    }

    private final SlowModel model = new SlowModel();
    private Questions questions;
    private CompletableFuture<Optional<SamplingResult>> result;

    @BeforeEach
    void aServerAsks() {
        questions = QuestionsTest.asking(new Models() {
            @Override
            public List<Choice> all() {
                return List.of(Models.demoChoice());
            }

            @Override
            public String usual() {
                return DEMO;
            }

            @Override
            public Model model(String id) {
                return model;
            }
        });
        var request = SamplingRequest.from(Json.parse(
                "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"?\"}}],\"maxTokens\":5}"));
        var sampler = questions.handlers().sampler();
        result = begun(() -> sampler.sample(request, new Asking(SERVER, null)));
        await(() -> !questions.all().isEmpty());
    }

    @AfterEach
    void end() {
        questions.close();
    }

    private interface Waits<T> {
        T done() throws InterruptedException;
    }

    private static <T> CompletableFuture<T> begun(Waits<T> work) {
        return CompletableFuture.supplyAsync(() -> outcome(work), Thread::startVirtualThread);
    }

    private static <T> T outcome(Waits<T> work) {
        try {
            return work.done();
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(condition);
    }

    private ObjectNode card() {
        return (ObjectNode) questions.all().get(0);
    }

    private void answer(String id, ObjectNode body) throws InterruptedException {
        questions.answer(id, Fields.of(body, "action", "content", "answer"));
    }

    private void letTheModelAnswer(String id) throws InterruptedException {
        var body = Json.object().put("action", "accept");
        body.putObject("answer").put("byModel", Models.DEMO);
        answer(id, body);
    }

    /** Begins an answer; it ends with whether its thread is still interrupted. */
    private CompletableFuture<Boolean> begin(String id) {
        int before = model.asked.get();
        var answering = begun(() -> {
            letTheModelAnswer(id);
            return Thread.currentThread().isInterrupted();
        });
        await(() -> model.asked.get() > before);
        return answering;
    }

    private static <T> T ended(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private static void assertRefused(CompletableFuture<Boolean> answering, String code) {
        assertThatThrownBy(() -> ended(answering))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    @Test
    void aQuestionIsGivenToOneModelAtATimeAndShownSo() throws Exception {
        var id = card().path("id").asString();
        var answering = begin(id);

        assertThat(card().path("answering").asBoolean()).isTrue();
        assertThatThrownBy(() -> letTheModelAnswer(id))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("A model is writing an answer");
        model.ends.add(true);

        assertThat(ended(answering)).isFalse();
        assertThat(ended(result)).isPresent();
        assertThat(model.asked).hasValue(1);
        await(() -> questions.all().isEmpty());
        assertThatThrownBy(() -> letTheModelAnswer(id)).isInstanceOf(Refusal.class);
        assertThat(model.asked).hasValue(1);
    }

    @Test
    void whatAModelCouldNotAnswerIsAskedOn() throws Exception {
        var id = card().path("id").asString();
        var first = begin(id);
        model.ends.add(false);
        assertRefused(first, "model-failed");

        assertThat(card().has("answering")).isFalse();
        assertThat(result).isNotDone();
        var second = begin(id);
        model.ends.add(true);
        ended(second);
        assertThat(ended(result)).isPresent();
    }

    @Test
    void aModelStopsWhenItsServerTakesTheQuestionBack() throws Exception {
        var answering = begin(card().path("id").asString());

        questions.forget(ServerIds.of(SERVER));

        assertRefused(answering, "no-such-question");
        assertThat(ended(result)).isEmpty();
        assertThat(model.brokenOff).hasValue(1);
    }

    @Test
    void whoeverDeclinesMeanwhileStopsTheModel() throws Exception {
        var id = card().path("id").asString();
        var answering = begin(id);

        answer(id, Json.object().put("action", "decline"));

        assertThat(ended(result)).isEmpty();
        assertRefused(answering, "no-such-question");
        assertThat(model.brokenOff).hasValue(1);
    }
}
