package dev.fairlead.console.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.NobodyAskedException;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.web.Fields;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many questions a server asks, others are heard, and nobody is said to have declined what they never saw. */
@Timeout(120)
final class QuestionsTest {
    private static final String BAD = "bad one"; // not fit for an address, so that its id is another text

    private final List<String> unread = new CopyOnWriteArrayList<>();
    private Questions questions;

    @BeforeEach
    void make() {
        questions = asking(Models.demo());
        questions.whenUnread((server, what) -> unread.add(server + ": " + what));
    }

    /** Makes one whose questions no call has caused. */
    static Questions asking(Models models) {
        return new Questions(new Broadcast("run"), models, new Questions.Causes() {
            @Override
            public Optional<Questions.Cause> find(Asking asking, String question) {
                return Optional.empty();
            }

            @Override
            public void answered(Questions.Cause cause, long fromNanos, long toNanos) {
                throw new AssertionError("there is no cause");
            }
        });
    }

    @AfterEach
    void end() {
        questions.close();
    }

    private InputHandlers handlers() {
        return questions.handlers();
    }

    private InputResponse asked(String server) throws InterruptedException {
        var schema = FormSchema.from(Json.parse("{\"type\":\"object\",\"properties\":{}}"));
        return handlers().forms().ask(new InputRequest.Form("Well?", schema, null), new Asking(server, null));
    }

    private CompletableFuture<InputResponse> ask(String server) {
        return CompletableFuture.supplyAsync(() -> answered(server), Thread::startVirtualThread);
    }

    private InputResponse answered(String server) {
        try {
            return asked(server);
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }

    private List<CompletableFuture<InputResponse>> fill(String server) {
        var asked = IntStream.range(0, Questions.MOST_OPEN)
                .mapToObj(i -> ask(server))
                .toList();
        awaitOpen(server, Questions.MOST_OPEN);
        return asked;
    }

    private List<String> open(String server) {
        return questions
                .all()
                .valueStream()
                .filter(one -> one.path("server").asString("").equals(ServerIds.of(server)))
                .map(one -> one.path("id").asString(""))
                .toList();
    }

    private void awaitOpen(String server, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> open(server).size() == count);
    }

    private void answer(String id, String action) throws InterruptedException {
        questions.answer(id, Fields.of(Json.object().put("action", action), "action", "content", "answer"));
    }

    @Test
    void whatOneServerAsksLeavesRoomForAllOthers() throws Exception {
        for (int i = 0; i < 5; i++) {
            var filled = fill("bad" + i);
            assertThat(filled).noneMatch(CompletableFuture::isDone);
        }

        var good = ask("good");

        awaitOpen("good", 1);
        answer(open("good").getFirst(), "accept");
        assertThat(good.get()).isInstanceOf(InputResponse.Accept.class);
    }

    @Test
    void whatThereIsNoRoomForIsToldAndNobodyIsSaidToHaveDeclinedIt() throws Exception {
        var filled = fill(BAD);
        var asking = new Asking(BAD, null);
        var sampling = SamplingRequest.from(Json.parse("{\"messages\":[],\"maxTokens\":1}"));

        assertThatThrownBy(() -> asked(BAD)).isInstanceOf(NobodyAskedException.class);
        assertThatThrownBy(() -> handlers().urls().ask(new InputRequest.Url("Go", "https://a.example/", null), asking))
                .isInstanceOf(NobodyAskedException.class);
        assertThatThrownBy(() -> handlers().sampler().sample(sampling, asking))
                .isInstanceOf(NobodyAskedException.class);
        assertThatThrownBy(() -> handlers().roots().roots(asking)).isInstanceOf(NobodyAskedException.class);

        assertThat(unread).containsExactly(told("form"), told("page"), told("sampling"), told("roots"));
        assertThat(open(BAD)).hasSize(Questions.MOST_OPEN);
        answer(open(BAD).getFirst(), "decline");
        awaitOpen(BAD, Questions.MOST_OPEN - 1);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> filled.stream().anyMatch(CompletableFuture::isDone));
        var next = ask(BAD);
        awaitOpen(BAD, Questions.MOST_OPEN);
        assertThat(next).isNotDone();
    }

    private static String told(String kind) {
        return "%s: refused a question of the server (%s): %s others of it wait for an answer already"
                .formatted(BAD, kind, Questions.MOST_OPEN);
    }

    @Test
    void whatAServerAskedGoesWithIt() throws Exception {
        var ofBad = fill(BAD);
        var ofGood = ask("good");
        awaitOpen("good", 1);

        questions.forget(ServerIds.of(BAD));

        awaitOpen(BAD, 0);
        for (var one : ofBad) {
            assertThat(one.get()).isInstanceOf(InputResponse.Cancel.class);
        }
        assertThat(ofGood).isNotDone();
        assertThat(open("good")).hasSize(1);
        var again = ask(BAD);
        awaitOpen(BAD, 1);
        assertThat(again).isNotDone();
    }
}
