package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long calls may take, and how they are given up. */
class LimitsTest {
    private static final Limits LONG = new Limits(LIMIT, LIMIT, LIMIT.multipliedBy(2));
    private static final Duration SHORT = Duration.ofMillis(300);

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private FakeServer server;

    private McpClient connect(Era era, ClientProfile.Builder profile) {
        server = FakeServer.named("slow")
                .era(era)
                .tool(tool("hang"), call -> {
                    call.pause(Duration.ofMinutes(1));
                    return CallToolResult.ofText("too late");
                })
                .tool(tool("lively"), call -> {
                    for (int step = 1; step <= 8; step++) {
                        call.progress(step, 8.0, "at it");
                        call.pause(Duration.ofMillis(100));
                    }
                    return CallToolResult.ofText("done");
                })
                .tool(tool("endless"), call -> {
                    for (int step = 1; ; step++) {
                        call.progress(step, null, "still at it");
                        call.pause(Duration.ofMillis(20));
                    }
                })
                .tool(tool("quick"), call -> CallToolResult.ofText("quick"))
                .tool(tool("asking"), call -> {
                    var schema = FormSchema.from(json("{'type':'object','properties':{}}"));
                    return CallToolResult.ofText(
                            call.ask(new InputRequest.Form("?", schema, null)).toString());
                })
                .build();
        return McpClient.connect(server.transport(), profile.build());
    }

    private static Tool tool(String name) {
        return Tool.of(name, null, json("{'type':'object'}"));
    }

    private static ClientProfile.Builder profile() {
        return ClientProfile.builder().limits(LONG);
    }

    private InputHandlers slowPerson() {
        return InputHandlers.none().onForm((form, asking) -> {
            asked.countDown();
            try {
                release.await();
            } catch (InterruptedException stop) {
                interrupted.countDown();
                throw stop;
            }
            return InputResponse.accept(json("{}"));
        });
    }

    @AfterEach
    void theServerHasNothingToComplainAbout() {
        assertThat(server.complaints()).isEmpty();
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(server.connections()).isZero());
    }

    private RequestId callOf(String tool) throws InterruptedException {
        var request = (Request) server.awaitReceived(
                message -> message instanceof Request call
                        && call.method().equals("tools/call")
                        && call.params().path("name").stringValue("").equals(tool),
                LIMIT);
        return request.id();
    }

    /** Waits until the server has been told that the call of this tool is cancelled. */
    private Notification cancellationOf(String tool) throws InterruptedException {
        var id = callOf(tool).toJson().toString();
        return (Notification) server.awaitReceived(
                message -> message instanceof Notification news
                        && news.method().equals("notifications/cancelled")
                        && id.equals(String.valueOf(news.params().get("requestId"))),
                LIMIT);
    }

    private static boolean cancellation(Message message) {
        return message instanceof Notification news && news.method().equals("notifications/cancelled");
    }

    @EachEra
    @Verifies({"I-8", "I-9", "I-13", "I-14", "C-11", "A-32", "G-3"})
    void aSilentCallTimesOutAndTheServerIsTold(Era era) throws Exception {
        try (var client = connect(era, profile().limits(LONG.withIdle(SHORT)))) {
            var failure = catchThrowableOfType(CallTimeoutException.class, () -> client.callTool("hang", null));
            assertThat(failure)
                    .hasMessageContaining("'slow'")
                    .hasMessageContaining("tools/call hang")
                    .hasMessageContaining("silent for 300 ms")
                    .hasMessageContaining("elapsed")
                    .hasMessageContaining("no progress was reported");
            assertThat(failure.elapsed()).isBetween(SHORT, LIMIT);
            assertThat(failure.maybeExecuted()).isTrue();
            assertThat(cancellationOf("hang").params().path("reason").stringValue())
                    .isNotEmpty();
            assertThat(client.callTool("quick", null).text()).isEqualTo("quick");
        }
    }

    @EachEra
    @Verifies("I-13")
    void limitsMayBeSetForOneToolAndForOneCall(Era era) {
        try (var client = connect(era, profile().limits("hang", LONG.withIdle(SHORT)))) {
            assertThatThrownBy(() -> client.callTool("hang", null)).isInstanceOf(CallTimeoutException.class);
            assertThatThrownBy(() -> client.callTool("hang", null, CallOptions.within(Duration.ofMillis(100))))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("100 ms");
            assertThat(client.callTool("lively", null).text()).isEqualTo("done");
        }
    }

    @EachEra
    @Verifies("I-13")
    void progressExtendsTheSilenceAllowed(Era era) {
        try (var client = connect(era, profile())) {
            var patient = CallOptions.usual().withLimits(LONG.withIdle(Duration.ofMillis(600)));
            assertThat(client.callTool("lively", null, patient).text()).isEqualTo("done");
        }
    }

    @EachEra
    @Verifies("I-13")
    void nothingExtendsTheTotal(Era era) throws Exception {
        try (var client = connect(era, profile())) {
            var strict = CallOptions.usual().withLimits(LONG.withTotal(SHORT));
            assertThatThrownBy(() -> client.callTool("endless", null, strict))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("last progress")
                    .hasMessageContaining("still at it");
            cancellationOf("endless");
        }
    }

    @EachEra
    @Verifies("I-13")
    void theFirstSignOfLifeHasALimitOfItsOwn(Era era) {
        try (var client = connect(era, profile())) {
            var options = CallOptions.usual().withLimits(new Limits(SHORT, LIMIT, LIMIT));
            assertThatThrownBy(() -> client.callTool("hang", null, options)).isInstanceOf(CallTimeoutException.class);
            var lively = CallOptions.usual().withLimits(new Limits(Duration.ofSeconds(5), LIMIT, LIMIT));
            assertThat(client.callTool("lively", null, lively).text()).isEqualTo("done");
        }
    }

    @EachEra
    @Verifies({"I-8", "I-9", "C-11"})
    void interruptingIsCancellingAndTheStatusIsKept(Era era) throws Exception {
        try (var client = connect(era, profile())) {
            var failure = new CompletableFuture<McpException>();
            var kept = new CompletableFuture<Boolean>();
            var thread = Thread.ofVirtual().start(() -> {
                try {
                    client.callTool("hang", null);
                } catch (McpException stopped) {
                    kept.complete(Thread.currentThread().isInterrupted());
                    failure.complete(stopped);
                }
            });
            callOf("hang");
            thread.interrupt();
            assertThat(failure.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(CallCancelledException.class)
                    .hasMessageContaining("tools/call hang");
            assertThat(kept.get(20, TimeUnit.SECONDS)).isTrue();
            cancellationOf("hang");
        }
    }

    @EachEra
    @Verifies({"I-8", "I-9"})
    void cancellingAFutureCancelsTheCall(Era era) throws Exception {
        try (var client = connect(era, profile())) {
            var future = client.async().callTool("hang", null);
            callOf("hang");
            assertThat(future.cancel(true)).isTrue();
            cancellationOf("hang");
            assertThat(future).isCancelled();
        }
    }

    @EachEra
    @Verifies({"I-8", "I-9"})
    void closingCancelsWhatIsUnderWay(Era era) throws Exception {
        var client = connect(era, profile());
        var future = client.async().callTool("hang", null);
        callOf("hang");
        client.close();
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
        cancellationOf("hang");
    }

    @EachEra
    @Verifies({"H-41", "H-42"})
    void aPersonMayTakeLongerThanTheServer(Era era) throws Exception {
        try (var client = connect(era, profile().limits(LONG.withIdle(SHORT)).handlers(slowPerson()))) {
            var future = client.async().callTool("asking", null);
            asked.await();
            assertThat(client.callTool("quick", null).text()).isEqualTo("quick");
            assertThatThrownBy(() -> future.get(SHORT.multipliedBy(3).toMillis(), TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            release.countDown();
            assertThat(future.get(20, TimeUnit.SECONDS).text()).contains("accept");
        }
    }

    @EachEra
    @Verifies({"H-42", "I-13"})
    void aPersonMayNotTakeLongerThanTheTotal(Era era) throws Exception {
        try (var client = connect(era, profile().limits(LONG.withTotal(SHORT)).handlers(slowPerson()))) {
            assertThatThrownBy(() -> client.callTool("asking", null)).isInstanceOf(CallTimeoutException.class);
            assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @EachEra
    @Verifies("H-42")
    void interruptingTheCallInterruptsTheHandler(Era era) throws Exception {
        try (var client = connect(era, profile().handlers(slowPerson()))) {
            var future = client.async().callTool("asking", null);
            asked.await();
            future.cancel(true);
            assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @EachEra
    @Verifies("H-42")
    void closingInterruptsTheHandlerAndEndsTheCall(Era era) throws Exception {
        var client = connect(era, profile().handlers(slowPerson()));
        var future = client.async().callTool("asking", null);
        asked.await();
        client.close();
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
    }

    @EachEra
    void aListenerThatThrowsEndsItsCallAtTheServerToo(Era era) throws Exception {
        var faulty = new CallListener() {
            @Override
            public void progress(Progress progress) {
                throw new IllegalStateException("a defect of the application");
            }
        };
        try (var client = connect(era, profile())) {
            var options = CallOptions.usual().withListener(faulty);
            assertThatThrownBy(() -> client.callTool("endless", null, options))
                    .isInstanceOf(IllegalStateException.class);
            cancellationOf("endless");
            assertThat(client.callTool("quick", null).text()).isEqualTo("quick");
        }
    }

    @Test
    @Verifies("I-10")
    void lateAnswersAreDroppedAndCounted() {
        server = FakeServer.named("unused").build();
        var late = ScriptedServer.legacy()
                .answering("tools/list", "{'tools':[{'name':'t','inputSchema':{'type':'object'}}]}");
        late.on("tools/call", (request, line) -> {
            late.awaitNotification("notifications/cancelled");
            line.send("{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':%s,'progress':1}}"
                    .formatted(request.id()));
            line.result(request, "{'content':[]}");
        });
        try (var client =
                McpClient.connect(late.transport(), NegotiationTest.profile().build())) {
            assertThatThrownBy(() -> client.callTool("t", null, CallOptions.within(SHORT)))
                    .isInstanceOf(CallTimeoutException.class);
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(client.violations()).containsExactly(Map.entry(Violation.Kind.LATE, 2L)));
            assertThat(client.ping()).isPositive();
        }
    }

    @Test
    @Verifies("H-42")
    void aHandlerIsInterruptedEvenIfTheServerForgetsItsQuestion() throws Exception {
        server = FakeServer.named("unused").build();
        var forgetful = ScriptedServer.legacy()
                .answering("tools/list", "{'tools':[{'name':'t','inputSchema':{'type':'object'}}]}")
                .on(
                        "tools/call",
                        (request, line) -> line.send("{'jsonrpc':'2.0','id':'q','method':'elicitation/create','params':"
                                + "{'message':'?','requestedSchema':{'type':'object','properties':{}}}}"));
        var profile = NegotiationTest.profile().handlers(slowPerson()).build();
        try (var client = McpClient.connect(forgetful.transport(), profile)) {
            assertThatThrownBy(() -> client.callTool("t", null, CallOptions.within(SHORT)))
                    .isInstanceOf(CallTimeoutException.class);
            assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
            forgetful.awaitNotification("notifications/cancelled"); // It travels while the caller goes on.
            assertThat(forgetful.notifications("notifications/cancelled")).hasSize(1);
        }
    }

    @Test
    @Verifies("B-4")
    void nothingIsCancelledThatWasAnswered() {
        try (var client = connect(Era.LEGACY, profile())) {
            client.callTool("quick", null);
        }
        assertThat(server.received()).noneMatch(LimitsTest::cancellation);
    }
}
