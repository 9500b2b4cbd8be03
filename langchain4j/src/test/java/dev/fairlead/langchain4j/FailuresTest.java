package dev.fairlead.langchain4j;

import static dev.fairlead.langchain4j.ScriptedChat.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.ModelDisabledException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class FailuresTest extends Scene {
    private static final ModelRequest REQUEST = new ModelRequest(
            "",
            List.of(Turn.Asked.of("hi")),
            List.of(new ToolSpec("s__t", "Does it", Json.object().put("type", "object"))),
            Tuning.USUAL);

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new AuthenticationException("no"), Kind.UNAUTHORIZED),
                Arguments.of(new RateLimitException("slow down"), Kind.LIMITED),
                Arguments.of(new ModelNotFoundException("gpt-0"), Kind.NO_SUCH_MODEL),
                Arguments.of(new TimeoutException("late"), Kind.TOO_SLOW),
                Arguments.of(new InternalServerException("oops"), Kind.BROKEN),
                Arguments.of(new UnresolvedModelServerException("nowhere"), Kind.UNREACHABLE),
                Arguments.of(new UnsupportedFeatureException("no tools"), Kind.BAD_REQUEST),
                Arguments.of(new ModelDisabledException("off"), Kind.NOT_CONFIGURED),
                Arguments.of(new InvalidRequestException("bad words"), Kind.BAD_REQUEST),
                Arguments.of(new InvalidRequestException("maximum context length is 8192"), Kind.TOO_LONG),
                Arguments.of(new InvalidRequestException("Invalid schema for function 's__t'"), Kind.BAD_TOOL),
                Arguments.of(new HttpException(401, "{\"error\":{\"message\":\"bad key\"}}"), Kind.UNAUTHORIZED),
                Arguments.of(new HttpException(503, "busy"), Kind.BROKEN),
                Arguments.of(new IllegalArgumentException("Unsupported JsonSchemaElement"), Kind.BAD_REQUEST),
                Arguments.of(new RuntimeException(new ConnectException("refused")), Kind.UNREACHABLE),
                Arguments.of(new LangChain4jException(new java.net.SocketTimeoutException("late")), Kind.TOO_SLOW),
                Arguments.of(new NullPointerException(), Kind.BROKEN));
    }

    @Test
    void alsoAnErrorReachesWhoeverReads() {
        var plain = LangChainModel.of(new ScriptedChat(request -> {
            throw new StackOverflowError("too deep");
        }));

        assertThat(catchThrowableOfType(ModelException.class, () -> plain.ask(REQUEST)))
                .hasMessageContaining("too deep")
                .hasCauseInstanceOf(StackOverflowError.class);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatLangChain4jThrowsIsToldInOurKinds(RuntimeException error, Kind kind) {
        var plain = LangChainModel.of(new ScriptedChat(request -> {
            throw error;
        }));
        var streaming = LangChainModel.builder(new ScriptedStream(handler -> handler.onError(error)))
                .tries(1)
                .build();

        for (var model : List.of(plain, streaming)) {
            var failure = failure(model);
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure)
                    .hasMessageStartingWith("asking langchain4j/model: ")
                    .hasCause(error);
            assertThat(failure.tool().isPresent()).isEqualTo(kind == Kind.BAD_TOOL);
        }
    }

    private static ModelException failure(Model model) {
        return catchThrowableOfType(
                ModelException.class, () -> model.ask(REQUEST).next());
    }

    @Test
    void aStreamingModelInPassingTroubleIsAskedAgainBeforeItHasSaidAnything() throws Exception {
        var stream = new ScriptedStream(
                handler -> handler.onError(new InternalServerException("overloaded")),
                handler -> handler.onCompleteResponse(text("Here I am.")));

        try (var reply = LangChainModel.of(stream).ask(REQUEST)) {
            assertThat(reply.next()).isEqualTo(new ReplyPiece.TextDelta("Here I am."));
        }
        assertThat(stream.asked).hasSize(2);
    }

    @Test
    void aModelThatBreaksOffIsNotAskedAgain() throws Exception {
        var stream = new ScriptedStream(handler -> {
            handler.onPartialResponse("Once upon");
            handler.onError(new IOException("reset"));
        });

        try (var reply = LangChainModel.of(stream).ask(REQUEST)) {
            assertThat(reply.next()).isEqualTo(new ReplyPiece.TextDelta("Once upon"));
            var failure = catchThrowableOfType(ModelException.class, reply::next);
            assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        }
        assertThat(stream.asked).hasSize(1);
    }

    @Test
    void aModelThatFallsSilentIsNotWaitedForForever() {
        var model = LangChainModel.builder(new ScriptedStream(handler -> {}))
                .silence(Duration.ofMillis(50))
                .build();

        assertThat(failure(model).kind()).isEqualTo(Kind.TOO_SLOW);
    }

    @Test
    void aModelThatAnswersNothingAtAllIsNoModel() {
        assertThat(failure(LangChainModel.of(new ScriptedChat(request -> null))).kind())
                .isEqualTo(Kind.BAD_ANSWER);
    }

    @Test
    void whatTheProviderFiltersIsARefusal() throws Exception {
        var model = LangChainModel.of(new ScriptedChat(request -> {
            throw new ContentFilteredException("not that");
        }));

        try (var reply = model.ask(REQUEST)) {
            assertThat(reply.next())
                    .isEqualTo(new ReplyPiece.End(Usage.NONE, new ReplyEnd(ReplyEnd.Reason.REFUSED, "not that")));
        }
    }

    @Test
    void closingEndsTheWaitingOfAnotherThread() throws Exception {
        var reply = LangChainModel.of(new ScriptedStream(handler -> handler.onPartialResponse("a")))
                .ask(REQUEST);
        assertThat(reply.next()).isInstanceOf(ReplyPiece.TextDelta.class);
        var closer = Thread.ofVirtual().start(reply::close);

        var failure = catchThrowableOfType(ModelException.class, reply::next);

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        closer.join();
    }

    @Test
    void aToolThatTheProviderTurnsAwayIsLeftOut() throws Exception {
        open();
        var chat = new ScriptedChat(request -> {
            if (request.toolSpecifications().stream()
                    .anyMatch(tool -> tool.name().equals("demo__add"))) {
                throw new InvalidRequestException(new HttpException(
                        400, "{\"error\":{\"message\":\"Invalid schema for function 'demo__add'\"}}"));
            }
            return text("without it, then");
        });

        var events = events(agent(LangChainModel.of(chat)).run(Transcript.begin(), "go"));

        assertThat(answer(events)).isEqualTo("without it, then");
        assertThat(events)
                .filteredOn(AgentEvent.ToolLeftOut.class::isInstance)
                .singleElement()
                .extracting(event -> ((AgentEvent.ToolLeftOut) event).name())
                .isEqualTo("demo__add");
        assertThat(chat.asked.getLast().toolSpecifications())
                .extracting(ToolSpecification::name)
                .contains("demo__echo");
    }
}
