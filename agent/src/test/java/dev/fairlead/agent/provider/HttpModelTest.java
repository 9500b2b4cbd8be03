package dev.fairlead.agent.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.protocol.rpc.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models over HTTP: what is asked again, for how long, and what is said where there is no answer. */
class HttpModelTest {
    private final Asking asking = new Asking();

    @AfterEach
    void close() {
        asking.close();
    }

    private ModelException failing() {
        return failing(Asking.QUESTION);
    }

    private ModelException failing(ModelRequest request) {
        var failure = catchThrowableOfType(ModelException.class, () -> {
            try (var reply = asking.model().ask(request)) {
                Asking.rest(reply);
            }
        });
        assertThat(failure).isNotNull();
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain(Asking.KEY);
        return failure;
    }

    private static String error(int code, String message) {
        var json = Json.object();
        json.putObject("error").put("code", code).put("message", message);
        return Json.write(json);
    }

    @Test
    void theQuestionIsPostedWithTheKeyInAHeader() throws Exception {
        asking.server.replays("gemini/text.sse");
        asking.pieces();
        var seen = asking.server.requests().getFirst();
        assertThat(seen.method()).isEqualTo("POST");
        assertThat(seen.target()).isEqualTo("/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse");
        assertThat(seen.header("x-goog-api-key")).contains(Asking.KEY);
        assertThat(seen.body())
                .isEqualTo("{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Well?\"}]}],"
                        + "\"generationConfig\":{\"thinkingConfig\":{\"includeThoughts\":true}}}");
        assertThat(asking.model()).hasToString("gemini/gemini-2.5-pro");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504, 529})
    void whatMayPassIsAskedAgainAfterAPause(int status) throws Exception {
        asking.server
                .says(status, Map.of(), "busy")
                .says(status, Map.of(), "busy")
                .replays("gemini/text.sse");
        assertThat(asking.pieces()).hasSize(5);
        assertThat(asking.pace.pauses()).hasSize(2);
        assertThat(asking.pace.pauses().get(0)).isBetween(Duration.ofMillis(500), Duration.ofMillis(750));
        assertThat(asking.pace.pauses().get(1)).isBetween(Duration.ofMillis(1000), Duration.ofMillis(1500));
    }

    /** llama.cpp and Ollama have a status for their own trouble where a model cannot see. */
    @Test
    void aPictureThatCannotBeReadIsAskedAboutOnceWhateverTheStatus() {
        asking.server.says(500, Map.of(), error(500, "image input is not supported - hint: you may need the mmproj"));
        asking.server.says(500, Map.of(), "{\"error\":\"failed to process inputs: image: unknown format\"}");

        for (var codec : List.of(new OpenAiChatCodec(), new OllamaCodec())) {
            var model = asking.model(asking.server.origin(), codec);
            assertThatExceptionOfType(ModelException.class)
                    .isThrownBy(() -> model.ask(Asking.QUESTION).close())
                    .extracting(ModelException::kind)
                    .isEqualTo(Kind.BAD_REQUEST);
        }
        assertThat(asking.server.requests()).hasSize(2);
        assertThat(asking.pace.pauses()).isEmpty();
    }

    @Test
    void nobodyIsAskedMoreThanFourTimes() {
        for (int i = 0; i < 4; i++) {
            asking.server.says(503, Map.of(), error(503, "overloaded"));
        }
        var failure = failing();
        assertThat(failure.kind()).isEqualTo(Kind.BROKEN);
        assertThat(failure)
                .hasMessage("asking gemini/gemini-2.5-pro: it is in trouble (HTTP 503: overloaded); ask again later");
        assertThat(asking.server.requests()).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST",
        "401, UNAUTHORIZED",
        "403, UNAUTHORIZED",
        "404, NO_SUCH_MODEL",
        "413, TOO_LONG",
        "418, BAD_REQUEST",
        "302, NOT_CONFIGURED"
    })
    void whatWillNotPassIsAskedOnce(int status, Kind kind) {
        asking.server.says(status, Map.of("Location", "http://elsewhere.example/"), "no, " + Asking.KEY);
        assertThat(failing().kind()).isEqualTo(kind);
        assertThat(asking.server.requests()).hasSize(1);
        assertThat(asking.pace.pauses()).isEmpty();
    }

    @Test
    void theProviderSaysHowLongToWait() throws Exception {
        var date = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(30).format(DateTimeFormatter.RFC_1123_DATE_TIME);
        asking.server
                .says(429, Map.of("Retry-After", "11"), "")
                .says(429, Map.of(), ModelServer.text("gemini/limited.json"))
                .says(503, Map.of("Retry-After", date), "")
                .replays("gemini/text.sse");
        asking.pieces();
        assertThat(asking.pace.pauses().get(0)).isEqualTo(Duration.ofSeconds(11));
        assertThat(asking.pace.pauses().get(1)).isEqualTo(Duration.ofMillis(7500));
        assertThat(asking.pace.pauses().get(2)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    @Test
    void whoeverWantsMoreTimeThanThereIsIsNotWaitedFor() {
        asking.server.says(429, Map.of("Retry-After", "40"), "").says(429, Map.of("Retry-After", "40"), "");
        var failure = failing();
        assertThat(failure.kind()).isEqualTo(Kind.LIMITED);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(40));
        assertThat(failure).hasMessageContaining("left alone for 40 s, which is longer than is waited here");
        assertThat(asking.pace.pauses()).containsExactly(Duration.ofSeconds(40));
    }

    @Test
    void anHourIsSaidAtOnce() {
        asking.server.says(429, Map.of("Retry-After", "3600"), "");
        assertThat(failing()).hasMessageContaining("left alone for 60 min");
        assertThat(asking.server.requests()).hasSize(1);
    }

    @Test
    void aConnectionThatBreaksBeforeTheAnswerIsTriedAgain() throws Exception {
        asking.server
                .will(exchange -> exchange.reset())
                .will(exchange -> {
                    exchange.events(Map.of());
                    exchange.hangUp();
                })
                .replays("gemini/text.sse");
        assertThat(asking.pieces()).hasSize(5);
        assertThat(asking.server.requests()).hasSize(3);
    }

    @Test
    void anAnswerThatEndsBeforeItBeginsIsTriedAgain() throws Exception {
        asking.server.will(exchange -> exchange.events(Map.of()).end()).replays("gemini/text.sse");
        assertThat(asking.pieces()).hasSize(5);
    }

    @Test
    void anAnswerOfWhichSomethingWasHandedOutIsNeverAskedForAgain() throws Exception {
        asking.server.will(exchange -> {
            exchange.events(Map.of());
            exchange.raw(chunk(ModelServer.text("gemini/cut.sse")));
            exchange.hangUp();
        });
        try (var reply = asking.model().ask(Asking.QUESTION)) {
            assertThat(reply.next()).isEqualTo(new ReplyPiece.TextDelta("Once upon a "));
            var failure = catchThrowableOfType(ModelException.class, reply::next);
            assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        }
        assertThat(asking.server.requests()).hasSize(1);
    }

    private static byte[] chunk(String text) {
        var bytes = text.getBytes(UTF_8);
        return "%x\r\n%s\r\n".formatted(bytes.length, text).getBytes(UTF_8);
    }

    @Test
    void closingEndsWhoeverWaitsForMore() throws Exception {
        var gone = new CountDownLatch(1);
        asking.server.will(exchange -> {
            exchange.events(Map.of());
            exchange.raw(chunk(ModelServer.text("gemini/cut.sse")));
            exchange.awaitGone();
            gone.countDown();
        });
        var reply = asking.model().ask(Asking.QUESTION);
        reply.next();
        var waiting = new FutureTask<>(reply::next);
        var thread = Thread.ofVirtual().start(waiting);
        Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        reply.close();
        assertThat(catchThrowableOfType(Exception.class, () -> waiting.get(60, TimeUnit.SECONDS)))
                .hasCauseInstanceOf(ModelException.class);
        assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anInterruptEndsTheWaitForAnAnswer() throws Exception {
        var asked = new CountDownLatch(1);
        asking.server.will(exchange -> {
            asked.countDown();
            exchange.awaitGone();
        });
        var waiting = new FutureTask<>(() -> asking.model().ask(Asking.QUESTION));
        var thread = Thread.ofVirtual().start(waiting);
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        thread.interrupt();
        assertThat(catchThrowableOfType(Exception.class, () -> waiting.get(60, TimeUnit.SECONDS)))
                .hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void aPageForBrowsersIsNoAnswer() {
        asking.server.says(200, Map.of("Content-Type", "text/html; charset=utf-8"), "<html>");
        var failure = failing();
        assertThat(failure.kind()).isEqualTo(Kind.BAD_ANSWER);
        assertThat(failure).hasMessageContaining("it comes as text/html and not as a stream of events");
    }

    @Test
    void aKeyThatIsTurnedAwayIsNotRepeated() {
        var json = Json.object();
        var error = json.putObject("error").put("code", 400);
        error.put("message", "API key not valid: " + Asking.KEY + ". Please pass a valid API key.");
        error.put("status", "INVALID_ARGUMENT");
        error.putArray("details").addObject().put("reason", "API_KEY_INVALID");
        asking.server.says(400, Map.of(), Json.write(json));
        var failure = failing();
        assertThat(failure.kind()).isEqualTo(Kind.UNAUTHORIZED);
        assertThat(failure)
                .hasMessage(
                        "asking gemini/gemini-2.5-pro: the key was turned away (HTTP 400: API key not valid: [hidden]."
                                + " Please pass a valid API key.); check GEMINI_API_KEY");
    }

    @Test
    void aKeyInAnEventIsNotRepeated() {
        asking.server.will(exchange -> {
            exchange.events(Map.of());
            exchange.raw(chunk("data: nonsense about " + Asking.KEY + "\n\n"));
            exchange.hangUp();
        });
        assertThat(failing()).hasMessageContaining("[hidden]");
    }

    @Test
    void aSchemaThatIsTurnedAwayNamesItsTool() {
        var tools = List.of(
                new ToolSpec("first", "", Json.object()),
                new ToolSpec("second", "", Json.object()),
                new ToolSpec("third", "", Json.object()));
        asking.server.says(
                400,
                Map.of(),
                error(
                        400,
                        "* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[x].items:"
                                + " missing field."));
        var failure = failing(new ModelRequest("", List.of(Turn.Asked.of("a")), tools, Tuning.USUAL));
        assertThat(failure.kind()).isEqualTo(Kind.BAD_TOOL);
        assertThat(failure.tool()).contains("second");
        assertThat(failure).hasMessageContaining("the description of tool 'second' was turned away");
    }

    @Test
    void aConversationThatIsTooLongIsSaid() {
        asking.server.says(
                400,
                Map.of(),
                "["
                        + error(
                                400,
                                "The input token count (1200000) exceeds the maximum number of tokens allowed"
                                        + " (1048576).")
                        + "]");
        assertThat(failing().kind()).isEqualTo(Kind.TOO_LONG);
    }

    @Test
    void nobodyThereIsUnreachable() {
        var model = asking.model();
        asking.server.close();
        var failure = catchThrowableOfType(ModelException.class, () -> model.ask(Asking.QUESTION));
        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("connection refused");
        assertThat(asking.pace.pauses()).hasSize(3);
    }
}
