package dev.fairlead.host.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.PromptMessage;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A session that is recorded, and replayed without its server. */
@Timeout(60)
class RecordAndReplayTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final Redactor redactor = Redactor.usual();

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"'));
    }

    private static FakeServer server(Era era) {
        var counter = new AtomicInteger();
        return FakeServer.named("recorded")
                .era(era)
                .pageSize(2)
                .logging()
                .instructions("Use it well.")
                .tool(
                        Tool.of("add", "Adds.", json("{'type':'object','properties':{'a':{},'b':{},'password':{}}}")),
                        call -> CallToolResult.ofStructured(
                                Json.object().put("sum", call.number("a", 0) + call.number("b", 0))))
                .tool(Tool.of("slow", null, json("{'type':'object'}")), call -> {
                    call.progress(1, 3.0, "one");
                    call.progress(2, 3.0, "two");
                    return CallToolResult.ofText("slowly");
                })
                .tool(
                        Tool.of("count", null, json("{'type':'object'}")),
                        call -> CallToolResult.ofText("call " + counter.incrementAndGet()))
                .tool(Tool.of("broken", null, json("{'type':'object'}")), call -> CallToolResult.failure("it broke"))
                .tool(Tool.of("ask", null, json("{'type':'object'}")), call -> {
                    var answer = call.ask(new InputRequest.Form(
                            "Who?",
                            FormSchema.from(json(
                                    "{'type':'object','properties':{'name':{'type':'string'}},'required':['name']}")),
                            null));
                    return CallToolResult.ofText(
                            "hello " + answer.path("content").path("name").asString("nobody"));
                })
                .prompt(
                        Prompt.of("greet", "Greets.", PromptArgument.required("who", null)),
                        call -> GetPromptResult.of(
                                "A greeting", PromptMessage.user(ContentBlock.text("Hello " + call.text("who", "?")))))
                .resource(
                        Resource.of("memo:1", "one"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, "text/plain", "the memo")))
                .build();
    }

    private static ClientProfile profile() {
        return ClientProfile.builder()
                .handlers(
                        InputHandlers.none().onForm((question, asking) -> InputResponse.accept(json("{'name':'Ann'}"))))
                .build();
    }

    /** Does a bit of everything and returns what came of it. */
    private static List<Object> session(Transport transport) {
        var seen = new ArrayList<Object>();
        try (var client = McpClient.connect(transport, profile())) {
            seen.add(client.server());
            seen.add(client.listTools());
            seen.add(client.callTool("add", Map.of("a", 2, "b", 3)).answer());
            var news = new ArrayList<Progress>();
            seen.add(client.callTool("slow", Map.of(), CallOptions.usual().withListener(new CallListener() {
                        @Override
                        public void progress(Progress progress) {
                            news.add(progress);
                        }

                        @Override
                        public void log(LogEntry entry) {
                            throw new AssertionError(entry);
                        }
                    }))
                    .answer());
            seen.add(news);
            seen.add(client.callTool("count", Map.of()).answer());
            seen.add(client.callTool("count", Map.of()).answer());
            seen.add(client.callTool("broken", Map.of()).answer());
            seen.add(client.callTool("ask", Map.of()).answer());
            seen.add(client.listPrompts());
            seen.add(client.getPrompt("greet", Map.of("who", "world")));
            seen.add(client.listResources());
            seen.add(client.readResource("memo:1"));
            try {
                seen.add(client.callTool("missing", Map.of()).answer());
            } catch (ServerErrorException refused) {
                seen.add(refused.error());
            }
        }
        return seen;
    }

    private Recording record(Era era) throws IOException {
        var file = folder.resolve(era + ".ndjson");
        try (var recorder = Recorder.to(file, redactor)) {
            session(recorder.tap(server(era).transport()));
            assertThat(recorder.left()).isZero();
        }
        return Recording.read(file);
    }

    @EachEra
    void aReplayedSessionHasTheResultsOfTheRecordedOne(Era era) throws IOException {
        var file = folder.resolve("session.ndjson");
        List<Object> original;
        try (var recorder = Recorder.to(file, redactor)) {
            original = session(recorder.tap(server(era).transport()));
        }
        var recording = Recording.read(file);
        assertThat(recording.servers()).containsExactly("recorded");
        var replay = recording.replay();
        assertThat(session(replay)).isEqualTo(original);
        assertThat(session(replay)).as("every connection begins anew").isEqualTo(original);
    }

    @Test
    void aSessionThatWasOpenedInAnotherWayIsReplayedInOne() throws IOException {
        var file = folder.resolve("ways.ndjson");
        try (var front = HttpFront.serving(server(Era.LEGACY))) {
            try (var recorder = Recorder.to(file, redactor);
                    var client = McpClient.connect(recorder.tap(HttpTransport.to(front.sseUrl())))) {
                assertThat(client.callTool("slow", Map.of()).text()).isEqualTo("slowly");
            }
        }
        try (var client = McpClient.connect(Recording.read(file).replay())) {
            assertThat(client.callTool("slow", Map.of()).text()).isEqualTo("slowly");
        }
    }

    @EachEra
    void aTappedSessionHasTheResultsOfAnUntappedOne(Era era) {
        var untapped = session(server(era).transport());
        assertThat(session(TappedTransport.of(server(era).transport(), traffic -> {})))
                .isEqualTo(untapped);
    }

    @EachEra
    void aRequestThatIsRepeatedIsAnsweredInTurnAndThenAsTheLastTime(Era era) throws IOException {
        try (var client = McpClient.connect(record(era).replay(), profile())) {
            assertThat(client.callTool("count", Map.of()).text()).isEqualTo("call 1");
            assertThat(client.callTool("count", Map.of()).text()).isEqualTo("call 2");
            assertThat(client.callTool("count", Map.of()).text()).isEqualTo("call 2");
            assertThat(client.callTool("count", Map.of()).text()).isEqualTo("call 2");
        }
    }

    @EachEra
    void whatWasNotRecordedIsRefusedWithReasons(Era era) throws IOException {
        try (var client = McpClient.connect(record(era).replay(), profile())) {
            assertThatThrownBy(() -> client.callTool("add", Map.of("a", 2, "b", 4)))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("the recording of 'recorded' has no tools/call with these parameters")
                    .hasMessageContaining("\"b\":4");
            assertThatThrownBy(() -> client.request("x/unheard", Json.object(), CallOptions.usual()))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("the recording of 'recorded' has no x/unheard");
        }
    }

    @EachEra
    void argumentsThatWereHiddenMatchAnything(Era era) throws IOException {
        var file = folder.resolve("hidden.ndjson");
        try (var recorder = Recorder.to(file, redactor);
                var hold = redactor.hold("4711-secret");
                var client = McpClient.connect(recorder.tap(server(era).transport()), profile())) {
            client.callTool("add", Map.of("a", 1, "password", "one"));
            client.callTool("add", Map.of("a", 2, "b", "pre 4711-secret post"));
        }
        try (var client = McpClient.connect(Recording.read(file).replay(), profile())) {
            assertThat(client.callTool("add", Map.of("a", 1, "password", "other"))
                            .text())
                    .isEqualTo("{\"sum\":1.0}");
            assertThat(client.callTool("add", Map.of("a", 2, "b", "pre another post"))
                            .text())
                    .isEqualTo("{\"sum\":2.0}");
            assertThatThrownBy(() -> client.callTool("add", Map.of("a", 2, "b", "other")))
                    .isInstanceOf(ServerErrorException.class);
        }
    }

    @EachEra
    void eventsOfASubscriptionAreReplayed(Era era) throws Exception {
        var file = folder.resolve("events.ndjson");
        var server = server(era);
        try (var recorder = Recorder.to(file, redactor);
                var client = McpClient.connect(recorder.tap(server.transport()), profile());
                var subscription = client.subscribe(SubscriptionFilter.toolsChanged())) {
            client.readResource("memo:1"); // Whatever was sent before has arrived.
            server.tell(new ServerEvent.ToolsChanged());
            assertThat(subscription.next(LONG)).contains(new ServerEvent.ToolsChanged());
        }
        try (var client = McpClient.connect(Recording.read(file).replay(), profile());
                var subscription = client.subscribe(SubscriptionFilter.toolsChanged())) {
            client.readResource("memo:1");
            assertThat(subscription.next(LONG)).contains(new ServerEvent.ToolsChanged());
            assertThat(subscription.end()).isEmpty();
        }
    }

    @EachEra
    void logMessagesAreReplayed(Era era) throws Exception {
        var server = FakeServer.named("logs")
                .era(era)
                .logging()
                .tool(Tool.of("log", null, json("{'type':'object'}")), call -> {
                    call.log(LogLevel.WARNING, "me", Json.object().put("n", 1));
                    return CallToolResult.ofText("logged");
                })
                .build();
        var file = folder.resolve("logs.ndjson");
        var entry = new LogEntry(LogLevel.WARNING, "me", Json.object().put("n", 1));
        try (var recorder = Recorder.to(file, redactor)) {
            assertThat(logged(recorder.tap(server.transport()))).isEqualTo(entry);
        }
        assertThat(logged(Recording.read(file).replay())).isEqualTo(entry);
    }

    private static @Nullable LogEntry logged(Transport transport) throws InterruptedException {
        var entries = new LinkedBlockingQueue<LogEntry>();
        var hearing = ClientProfile.builder().listener(new ConnectionListener() {
            @Override
            public void log(LogEntry entry) {
                entries.add(entry);
            }
        });
        try (var client = McpClient.connect(transport, hearing.build())) {
            client.setLogLevel(LogLevel.DEBUG);
            assertThat(client.callTool("log", Map.of()).text()).isEqualTo("logged");
            return entries.poll(LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void severalServersOfOneRecordingAreReplayedApart() throws Exception {
        var file = folder.resolve("two.ndjson");
        var one = FakeServer.named("one").instructions("I am one").build();
        var other = FakeServer.named("other").instructions("I am the other").build();
        try (var recorder = Recorder.to(file, Redactor.usual());
                var first = McpClient.connect(recorder.tap(one.transport()));
                var second = McpClient.connect(recorder.tap(other.transport()))) {
            assertThat(first.server().instructions())
                    .isNotEqualTo(second.server().instructions());
        }
        var recording = Recording.read(file);
        assertThat(recording.servers()).containsExactly("one", "other");
        assertThatThrownBy(recording::replay)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("recording.of(\"one\").replay()");
        try (var replayed = McpClient.connect(recording.of("other").replay())) {
            assertThat(replayed.server().instructions()).isEqualTo("I am the other");
        }
        assertThat(recording.of("nobody").traffic()).isEmpty();
    }
}
