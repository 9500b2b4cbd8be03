package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A well-behaved server on HTTP, with tools that stop where a test wants them to. It must have nothing to complain of. */
final class HttpStage implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(40);
    static final String SESSION = "Mcp-Session-Id";
    static final String VERSION = "MCP-Protocol-Version";
    static final String LAST_EVENT = "Last-Event-ID";

    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);
    final CountDownLatch cancelled = new CountDownLatch(1);
    final FakeServer server;
    final HttpFront front;

    private HttpStage(FakeServer.Builder script) {
        server = furnished(script).build();
        front = HttpFront.serving(server);
    }

    static HttpStage of(Era era) {
        return of(FakeServer.named("stage").era(era));
    }

    static HttpStage of(FakeServer.Builder script) {
        return new HttpStage(script);
    }

    private FakeServer.Builder furnished(FakeServer.Builder script) {
        return script.logging()
                .tool(tool("echo"), call -> CallToolResult.ofText(call.text("text", "nothing")))
                .tool(tool("steps"), call -> {
                    call.progress(1, 2.0, "half");
                    return CallToolResult.ofText("done");
                })
                .tool(tool("gate"), call -> {
                    call.progress(1, 2.0, "at the gate");
                    begun.countDown();
                    try {
                        released.await();
                    } catch (InterruptedException stopped) {
                        cancelled.countDown();
                        throw stopped;
                    }
                    return CallToolResult.ofText("through");
                })
                .tool(tool("silent gate"), call -> {
                    begun.countDown();
                    try {
                        released.await();
                    } catch (InterruptedException stopped) {
                        cancelled.countDown();
                        throw stopped;
                    }
                    return CallToolResult.ofText("through");
                })
                .tool(tool("ask"), call -> {
                    var answer = call.ask(InputRequest.from(
                            "elicitation/create",
                            json("{'message':'Name?','requestedSchema':{'type':'object','properties':"
                                    + "{'name':{'type':'string'}}}}")));
                    return CallToolResult.ofText(answer.at("/content/name").asString());
                })
                .tool(tool("shout"), call -> {
                    call.log(LogLevel.DEBUG, "stage", Json.object().put("said", "psst"));
                    return CallToolResult.ofText("shouted");
                })
                .prompt(Prompt.of("greeting", "A greeting"), call -> GetPromptResult.of("hello"))
                .resource(Resource.of("r:a", "a"), (uri, call) -> ReadResourceResult.of());
    }

    static Tool tool(String name) {
        return Tool.of(name, null, json("{'type':'object'}"));
    }

    ClientProfile.Builder profile() {
        return ClientProfile.builder().eraMemory(new EraMemory(InstantSource.system()));
    }

    /** Returns handlers that give their name when asked for it. */
    static InputHandlers named(String name) {
        return InputHandlers.none()
                .onForm((form, asking) -> InputResponse.accept(Json.object().put("name", name)));
    }

    McpClient connect() {
        return connect(profile());
    }

    McpClient connect(ClientProfile.Builder profile) {
        return McpClient.connect(HttpTransport.to(front.url()), profile.build());
    }

    /** Connects over the old pair of streams. */
    McpClient connectSse(ClientProfile.Builder profile) {
        return McpClient.connect(sse(), profile.build());
    }

    HttpTransport sse() {
        return HttpTransport.to(front.sseUrl()).withStrategy(HttpStrategy.SSE_ONLY);
    }

    List<RecordedRequest> requests(Predicate<RecordedRequest> wanted) {
        return front.requests().stream().filter(wanted).toList();
    }

    List<RecordedRequest> posts() {
        return requests(RecordedRequest.method("POST"));
    }

    List<RecordedRequest> gets() {
        return requests(RecordedRequest.method("GET"));
    }

    List<RecordedRequest> rpc(String method) {
        return requests(RecordedRequest.rpc(method));
    }

    /** Lists after which events streams were taken up again. */
    List<String> resumedAfter() {
        return gets().stream()
                .map(request -> request.header(LAST_EVENT))
                .flatMap(Optional::stream)
                .toList();
    }

    static CompletableFuture<ToolResult> calling(McpClient client, String tool, CallOptions options) {
        return started(() -> client.callTool(tool, null, options));
    }

    static <T> CompletableFuture<T> started(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, Thread::startVirtualThread);
    }

    static CompletableFuture<Optional<ServerEvent>> nextOf(Subscription changes) {
        return started(() -> {
            try {
                return changes.next();
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
        });
    }

    static <T> T within(CompletableFuture<T> future) throws Exception {
        return future.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    /** Returns options under which progress counts the latch down. */
    static CallOptions hearing(CountDownLatch progress) {
        return CallOptions.usual().withListener(new CallListener() {
            @Override
            public void progress(Progress step) {
                progress.countDown();
            }
        });
    }

    @Override
    public void close() {
        released.countDown();
        front.close();
        assertThat(server.complaints()).isEmpty();
        assertThat(front.http().failures()).isEmpty();
    }
}
