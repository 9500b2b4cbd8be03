package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over a connection that is there already, a call is made by the thread that asks for it. */
@Timeout(120)
class HttpOwnThreadTest {
    private static final String DONE = "{'resultType':'complete','content':[{'type':'text','text':'done'}]}";

    /** The headers of an answer after which there is no connection. */
    private static final Map<String, String> LAST = Map.of("Content-Type", ScriptedHttp.JSON, "Connection", "close");

    private final List<Thread> talkers = new CopyOnWriteArrayList<>();

    private McpClient connect(ScriptedHttp server, HttpEngine engine) {
        var named = server.url().replace("127.0.0.1", "localhost");
        var transport = to(named).withEngine(engine).watchedBy(heard -> talkers.add(Thread.currentThread()));
        return McpClient.connect(transport, profile().build());
    }

    @Test
    void theCallingThreadTalks() {
        try (var server = ScriptedHttp.modern().on("tools/call", ScriptedHttp.result(DONE));
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            client.callTool("t", null);
            for (int i = 0; i < 20; i++) {
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            // A connection may be left by either side meanwhile, and connecting is not for a thread with a limit.
            assertThat(talkers).contains(Thread.currentThread());
            assertThat(server.rpc("tools/call")).hasSize(21);
        }
    }

    @Test
    void lookingANameUpIsLeftToAnother() {
        try (var server = ScriptedHttp.modern().on("tools/call", ScriptedHttp.result(DONE));
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            client.callTool("t", null);
            talkers.clear();
            server.on("tools/call", ScriptedHttp.result(DONE, LAST));
            for (int i = 0; i < 5; i++) {
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            assertThat(talkers).anyMatch(Thread::isVirtual);
        }
    }

    @Test
    void anInterruptedCallerStopsTalking() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = ScriptedHttp.modern().on("tools/call", exchange -> {
                    asked.countDown();
                    exchange.awaitGone();
                });
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            client.leftOutTools();
            var outcome = new CompletableFuture<Throwable>();
            var caller = Thread.ofPlatform().start(() -> {
                try {
                    client.callTool("t", null);
                    outcome.complete(new AssertionError("answered"));
                } catch (RuntimeException failure) {
                    outcome.complete(failure);
                }
            });
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            caller.interrupt();
            assertThat(outcome.get(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            CallCancelledException.class,
                            cancelled -> assertThat(cancelled.maybeExecuted()).isTrue());
        }
    }

    @Test
    void whoIsInterruptedBeforeSendsNothing() {
        try (var server = ScriptedHttp.modern().on("tools/call", ScriptedHttp.result(DONE));
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            client.leftOutTools();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> client.callTool("t", null)).isInstanceOf(CallCancelledException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.rpc("tools/call")).isEmpty();
            assertThat(client.callTool("t", null).text()).isEqualTo("done");
        }
    }

    @Test
    void whatIsTurnedAwayOnAnotherThreadIsSentOnceMoreAndNotTwice() {
        try (var server = ScriptedHttp.modern()
                        .on("tools/list", ScriptedHttp.result("{'resultType':'complete','tools':[]}", LAST));
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            var busy = new AtomicBoolean(true);
            server.on("tools/call", exchange -> {
                if (busy.getAndSet(false)) {
                    exchange.answer(429, Map.of("Retry-After", "1", "Connection", "close"), "");
                } else {
                    ScriptedHttp.result(DONE, LAST).handle(exchange);
                }
            });
            client.listTools();
            for (int i = 0; i < 5; i++) {
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            assertThat(server.rpc("tools/call")).hasSize(6);
        }
    }

    @Test
    void aServerIsHeardWhileItsNewsIsDealtWith() {
        var told = new CountDownLatch(1);
        try (var server = ScriptedHttp.modern().on("tools/call", exchange -> {
                    var request = exchange.request();
                    var stream = exchange.events(Map.of());
                    stream.send(ServerSentEvent.message(ScriptedHttp.quoted(
                            "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':%s,'progress':1}}"
                                    .formatted(request.json()
                                            .path("params")
                                            .path("_meta")
                                            .path("progressToken")))));
                    for (int i = 0; i < 8; i++) {
                        stream.comment("still at it");
                        stream.pause(Duration.ofMillis(500));
                    }
                    told.countDown();
                    stream.send(ServerSentEvent.message(ScriptedHttp.answer(request, DONE)));
                    stream.end();
                });
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            client.listTools();
            var patient = CallOptions.usual().withLimits(Limits.USUAL.withIdle(Duration.ofSeconds(3)));
            var slow = patient.withListener(new CallListener() {
                @Override
                public void progress(Progress step) {
                    try {
                        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
            assertThat(client.callTool("t", null, slow).text()).isEqualTo("done");
        }
    }

    @Test
    void whereCallsShareAConnectionNoCallerTalks() {
        try (var server = ScriptedHttp.modern().on("tools/call", ScriptedHttp.result(DONE));
                var engine = HttpEngine.builder().http2(true).build();
                var client = connect(server, engine)) {
            for (int i = 0; i < 5; i++) {
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            assertThat(talkers).isNotEmpty().doesNotContain(Thread.currentThread());
        }
    }
}
