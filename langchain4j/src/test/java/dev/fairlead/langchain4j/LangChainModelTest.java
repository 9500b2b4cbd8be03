package dev.fairlead.langchain4j;

import static dev.fairlead.langchain4j.ScriptedChat.call;
import static dev.fairlead.langchain4j.ScriptedChat.calls;
import static dev.fairlead.langchain4j.ScriptedChat.response;
import static dev.fairlead.langchain4j.ScriptedChat.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.CallRecord;
import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class LangChainModelTest extends Scene {
    @BeforeEach
    void begin() throws InterruptedException {
        open();
    }

    @Test
    void aPlainModelCallsAToolAndAnswers() {
        var chat = ScriptedChat.saying(calls(call("1", "demo__add", "{\"a\":2,\"b\":3}")), text("It is 5."));

        var events = events(agent(LangChainModel.of(chat)).run(Transcript.begin(), "add 2 and 3"));

        assertThat(answer(events)).isEqualTo("It is 5.");
        assertThat(events).contains(new AgentEvent.TextDelta("It is 5."));
        var first = chat.asked.getFirst();
        assertThat(first.toolSpecifications())
                .extracting(ToolSpecification::name)
                .contains("demo__add", "demo__fail", "other__count");
        assertThat(first.messages())
                .hasExactlyElementsOfTypes(SystemMessage.class, UserMessage.class)
                .last()
                .isEqualTo(UserMessage.from("add 2 and 3"));
        var second = chat.asked.get(1).messages();
        assertThat(second)
                .hasExactlyElementsOfTypes(
                        SystemMessage.class, UserMessage.class, AiMessage.class, ToolExecutionResultMessage.class);
        assertThat(((AiMessage) second.get(2)).toolExecutionRequests())
                .containsExactly(call("1", "demo__add", "{\"a\":2,\"b\":3}"));
        var told = (ToolExecutionResultMessage) second.getLast();
        assertThat(told.id()).isEqualTo("1");
        assertThat(told.isError()).isFalse();
        assertThat(told.text()).contains("5");
        var transcript = finished(events).transcript();
        assertThat(transcript.usage().input()).isEqualTo(20);
        assertThat(transcript.usage().output()).isEqualTo(10);
        assertThat(((Turn.Replied) transcript.turns().getLast()).end().reason()).isEqualTo(Reason.DONE);
    }

    @Test
    void aStreamingModelIsHeardWhileItAnswers() {
        var stream = new ScriptedStream(
                handler -> {
                    handler.onPartialThinking(new PartialThinking("Let me "));
                    handler.onPartialThinking(new PartialThinking("see."));
                    handler.onPartialResponse("I ");
                    handler.onPartialResponse("add.");
                    handler.onCompleteResponse(response(
                            AiMessage.builder()
                                    .text("I add.")
                                    .thinking("Let me see.")
                                    .toolExecutionRequests(List.of(call("1", "demo__add", "{\"a\":2,\"b\":3}")))
                                    .attributes(Map.of("signature", "s3cr3t"))
                                    .build(),
                            FinishReason.TOOL_EXECUTION));
                },
                handler -> handler.onCompleteResponse(text("Five.")));

        var events = events(agent(LangChainModel.of(stream)).run(Transcript.begin(), "add"));

        assertThat(answer(events)).isEqualTo("Five.");
        assertThat(events)
                .containsSubsequence(
                        new AgentEvent.ThinkingDelta("Let me "),
                        new AgentEvent.ThinkingDelta("see."),
                        new AgentEvent.TextDelta("I "),
                        new AgentEvent.TextDelta("add."),
                        new AgentEvent.TextDelta("Five."));
        var said = (AiMessage) stream.asked.get(1).messages().get(2);
        assertThat(said.text()).isEqualTo("I add.");
        assertThat(said.thinking()).isEqualTo("Let me see.");
        assertThat(said.attributes()).containsExactly(Map.entry("signature", "s3cr3t"));
        var transcript = finished(events).transcript();
        assertThat(Transcript.of(Json.parse(Json.write(transcript.toJson()))).turns())
                .isEqualTo(transcript.turns());
    }

    @Test
    void whatIsKeptForOneProviderIsNotShownToAnother() {
        var first = ScriptedChat.saying(response(
                        AiMessage.builder()
                                .text("Hello.")
                                .thinking("hm")
                                .attributes(Map.of("signature", "s3cr3t", "odd", new Object()))
                                .build(),
                        FinishReason.STOP))
                .of(ModelProvider.ANTHROPIC);
        var transcript = finished(events(agent(LangChainModel.of(first)).run(Transcript.begin(), "hi")))
                .transcript();
        var same = ScriptedChat.saying(text("a")).of(ModelProvider.ANTHROPIC);
        var another = ScriptedChat.saying(text("b")).of(ModelProvider.OPEN_AI);

        events(agent(LangChainModel.of(same)).run(transcript, "go on"));
        events(agent(LangChainModel.of(another)).run(transcript, "go on"));

        assertThat(said(same).thinking()).isEqualTo("hm");
        assertThat(said(same).attributes()).containsExactly(Map.entry("signature", "s3cr3t"));
        assertThat(said(another)).isEqualTo(AiMessage.builder().text("Hello.").build());
    }

    private static AiMessage said(ScriptedChat chat) {
        return (AiMessage) chat.asked.getFirst().messages().get(2);
    }

    @Test
    void callsThatAreAskedForAtOnceAreMadeAndToldInTheirOrder() {
        var chat = ScriptedChat.saying(
                calls(
                        call("x", "demo__add", "{\"a\":1,\"b\":1}"),
                        call("x", "demo__add", "{\"a\":2,\"b\":2}"),
                        call(null, "other__count", null),
                        call("y", "made_up", "{}"),
                        call("z", "demo__fail", "{\"a\":")),
                text("done"));

        var events = events(agent(LangChainModel.of(chat)).run(Transcript.begin(), "go"));

        assertThat(answer(events)).isEqualTo("done");
        var results = chat.asked.get(1).messages().stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(ToolExecutionResultMessage.class::cast)
                .toList();
        assertThat(results)
                .extracting(ToolExecutionResultMessage::toolName)
                .containsExactly("demo__add", "demo__add", "other__count", "made_up", "demo__fail");
        assertThat(results).extracting(ToolExecutionResultMessage::id).doesNotHaveDuplicates();
        assertThat(results)
                .extracting(ToolExecutionResultMessage::isError)
                .containsExactly(false, false, false, true, true);
        assertThat(results.get(0).text()).contains("2");
        assertThat(results.get(1).text()).contains("4");
        assertThat(results.get(2).text()).contains("counted");
        assertThat(results.get(3).text()).contains("not found");
        assertThat(results.get(4).text()).contains("no JSON object");
        assertThat(finished(events).transcript().calls())
                .extracting(CallRecord::status)
                .endsWith(CallRecord.Status.NOT_FOUND, CallRecord.Status.FAILED);
    }

    @Test
    void stoppingWhileItStreamsCancelsItAndKeepsWhatWasSeen() throws Exception {
        var handle = new ScriptedStream.Handle();
        var stream = new ScriptedStream(handler -> handle.say(handler, "I was about to "));
        var run = agent(LangChainModel.of(stream)).run(Transcript.begin(), "go");
        var events = new ArrayList<AgentEvent>();

        try (run) {
            run.forEachRemaining(event -> {
                events.add(event);
                if (event instanceof AgentEvent.TextDelta) {
                    run.stop();
                }
            });
        }

        assertThat(handle.cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(finished(events).outcome()).isEqualTo(new Outcome.Stopped());
        assertThat(finished(events).transcript().lastAnswer()).isEqualTo("I was about to ");
    }

    @Test
    void stoppingBeforeAnythingCameCancelsItOnceSomethingDoes() throws Exception {
        var handle = new ScriptedStream.Handle();
        var asked = new CountDownLatch(1);
        var late = new CountDownLatch(1);
        var stream = new ScriptedStream(handler -> {
            asked.countDown();
            awaitQuietly(late);
            handle.say(handler, "too late");
        });
        var run = agent(LangChainModel.of(stream)).run(Transcript.begin(), "go");
        asked.await();

        run.close();
        late.countDown();

        assertThat(handle.cancelled.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoeverDoesNotReadHoldsTheModelUpAndLetsItGoInTheEnd() throws Exception {
        var told = new AtomicInteger();
        var over = new CountDownLatch(1);
        var stream = new ScriptedStream(handler -> {
            IntStream.range(0, 5_000).forEach(i -> {
                handler.onPartialResponse("word ");
                told.incrementAndGet();
            });
            over.countDown();
        });
        var request = new ModelRequest("", List.of(Turn.Asked.of("talk")), List.of(), Tuning.USUAL);

        try (var reply = LangChainModel.of(stream).ask(request)) {
            assertThat(reply.next()).isNotNull();
            assertThat(told.get()).isLessThan(1_000);
        }

        assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void stoppingInterruptsAPlainModel() throws Exception {
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        var chat = new ScriptedChat(request -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stop) {
                interrupted.countDown();
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("interrupted");
        });
        var run = agent(LangChainModel.of(chat)).run(Transcript.begin(), "go");
        begun.await();

        run.stop();
        var events = events(run);

        assertThat(finished(events).outcome()).isEqualTo(new Outcome.Stopped());
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"ANTHROPIC, true", "OPEN_AI, false"})
    void picturesOfResultsReachTheModelInTheWayThatItTakes(ModelProvider provider, boolean within) {
        var chat = ScriptedChat.saying(calls(call("1", "demo__picture", "{}")), text("nice"))
                .of(provider);

        events(agent(LangChainModel.of(chat)).run(Transcript.begin(), "show me"));

        var messages = chat.asked.get(1).messages();
        var result = messages.stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(ToolExecutionResultMessage.class::cast)
                .findFirst()
                .orElseThrow();
        if (within) {
            assertThat(result.contents()).hasExactlyElementsOfTypes(TextContent.class, ImageContent.class);
            assertThat(messages.getLast()).isSameAs(result);
        } else {
            assertThat(result.hasSingleText()).isTrue();
            assertThat(((UserMessage) messages.getLast()).contents())
                    .hasExactlyElementsOfTypes(TextContent.class, ImageContent.class);
        }
    }

    @Test
    void whatAPersonShowsReachesTheModel() {
        var chat = ScriptedChat.saying(text("a cat"));
        var parts = List.<Part>of(Part.Text.of("What is it?"), new Part.Media("image/png", "iVBORw0KGgo=", null));

        events(agent(LangChainModel.of(chat)).run(Transcript.begin(), parts));

        assertThat(last(chat.asked.getFirst()))
                .isEqualTo(UserMessage.from(
                        TextContent.from("What is it?"),
                        ImageContent.from("iVBORw0KGgo=", "image/png", ImageContent.DetailLevel.AUTO)));
    }

    private static ChatMessage last(ChatRequest request) {
        return request.messages().getLast();
    }

    @ParameterizedTest
    @CsvSource({"STOP, DONE", "LENGTH, LENGTH", "CONTENT_FILTER, REFUSED", "OTHER, OTHER", ", DONE"})
    void whyAModelStoppedIsTold(FinishReason reason, Reason told) {
        var chat = ScriptedChat.saying(response(AiMessage.from("Well."), reason));

        var events = events(agent(LangChainModel.of(chat)).run(Transcript.begin(), "go"));

        var replied = (Turn.Replied) finished(events).transcript().turns().getLast();
        assertThat(replied.end().reason()).isEqualTo(told);
    }

    @Test
    void aModelIsNamedAfterWhatLangChain4jSaysOfIt() {
        assertThat(LangChainModel.of(ScriptedChat.saying()).name()).isEqualTo(new ModelName("langchain4j", "model"));
        var gemini = ScriptedChat.saying().of(ModelProvider.GOOGLE_AI_GEMINI);
        assertThat(LangChainModel.of(gemini).name().provider()).isEqualTo("google-ai-gemini");
        assertThat(LangChainModel.builder(gemini)
                        .name(ModelName.of("mine/own"))
                        .build()
                        .toString())
                .isEqualTo("mine/own");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
    }
}
