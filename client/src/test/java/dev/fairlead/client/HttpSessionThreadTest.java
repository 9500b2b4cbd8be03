package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Progress;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In a session a call is made by the thread that asks for it, unless that might miss what the server says elsewhere. */
@Timeout(120)
class HttpSessionThreadTest {
    private static final String DONE = "{'content':[{'type':'text','text':'done'}]}";

    private final List<Thread> talkers = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

    private McpClient connect(ScriptedHttp server, HttpEngine engine) {
        var transport = to(server.url()).withEngine(engine).watchedBy(heard -> {
            if (heard.method().equals("POST")) {
                talkers.add(Thread.currentThread());
            }
        });
        return McpClient.connect(transport, profile().build());
    }

    /** Returns a server that says on its stream of news what the test puts into the queue. */
    private ScriptedHttp talkative(CountDownLatch listening) {
        return ScriptedHttp.legacy().on("GET", exchange -> {
            var stream = exchange.events(Map.of());
            stream.comment("welcome");
            listening.countDown();
            for (var next = news.take(); !next.isEmpty(); next = news.take()) {
                stream.send(ServerSentEvent.message(next));
            }
        });
    }

    @Test
    void withoutAStreamOfNewsTheCallerTalks() {
        try (var server = ScriptedHttp.legacy().on("tools/call", ScriptedHttp.result(DONE));
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            await().untilAsserted(() -> {
                assertThat(client.callTool("t", null, options(CallListener.NONE))
                                .text())
                        .isEqualTo("done");
                assertThat(talkers).contains(Thread.currentThread());
            });
            await().untilAsserted(() -> {
                talkers.clear();
                client.callTool("t", null, options(new CallListener() {}));
                assertThat(talkers).contains(Thread.currentThread());
            });
        }
    }

    @Test
    void besideAStreamOfNewsAnotherTalks() throws Exception {
        var listening = new CountDownLatch(1);
        try (var server = talkative(listening).on("tools/call", ScriptedHttp.result(DONE));
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            assertThat(listening.await(60, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 5; i++) {
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            assertThat(talkers).isNotEmpty().doesNotContain(Thread.currentThread());
            news.add("");
        }
    }

    @Test
    void progressOnTheStreamOfNewsIsHeardAtOnceByWhoListens() throws Exception {
        var listening = new CountDownLatch(1);
        var heard = new CountDownLatch(1);
        try (var server = talkative(listening).on("tools/call", exchange -> {
                    news.add(progress(exchange.request().rpcId(), 1));
                    assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
                    ScriptedHttp.result(DONE).handle(exchange);
                });
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            assertThat(listening.await(60, TimeUnit.SECONDS)).isTrue();
            var listener = new CallListener() {
                @Override
                public void progress(Progress step) {
                    heard.countDown();
                }
            };
            assertThat(client.callTool("t", null, options(listener)).text()).isEqualTo("done");
            news.add("");
        }
    }

    @Test
    void progressOnTheStreamOfAnotherCallKeepsOneAlive() throws Exception {
        var first = new CompletableFuture<String>();
        var reported = new CountDownLatch(1);
        try (var server = ScriptedHttp.legacy().on("tools/call", exchange -> {
                    var stream = exchange.events(Map.of());
                    if (first.complete(exchange.request().rpcId())) {
                        stream.comment("wait");
                        assertThat(reported.await(60, TimeUnit.SECONDS)).isTrue();
                    } else {
                        for (int step = 1; step <= 8; step++) {
                            stream.send(ServerSentEvent.message(progress(first.join(), step)));
                            stream.pause(Duration.ofMillis(500));
                        }
                        reported.countDown();
                    }
                    stream.send(ServerSentEvent.message(ScriptedHttp.answer(exchange.request(), DONE)));
                    stream.end();
                });
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            var patient = options(CallListener.NONE)
                    .withLimits(new Limits(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMinutes(1)));
            var text = new CompletableFuture<String>();
            Thread.ofPlatform()
                    .start(() -> complete(
                            text, () -> client.callTool("t", null, patient).text()));
            first.get(60, TimeUnit.SECONDS);
            assertThat(client.callTool("t", null).text()).isEqualTo("done");
            assertThat(text.get(60, TimeUnit.SECONDS)).isEqualTo("done");
        }
    }

    private static void complete(CompletableFuture<String> outcome, Supplier<String> work) {
        try {
            outcome.complete(work.get());
        } catch (RuntimeException failure) {
            outcome.completeExceptionally(failure);
        }
    }

    @Test
    void anAnswerOnTheStreamOfNewsReachesTheCaller() throws Exception {
        var listening = new CountDownLatch(1);
        try (var server = talkative(listening).on("tools/call", exchange -> {
                    news.add(ScriptedHttp.answer(exchange.request(), DONE));
                    exchange.awaitGone();
                });
                var engine = HttpEngine.builder().build();
                var client = connect(server, engine)) {
            assertThat(listening.await(60, TimeUnit.SECONDS)).isTrue();
            client.listTools();
            assertThat(client.callTool("t", null, options(CallListener.NONE)).text())
                    .isEqualTo("done");
            news.add("");
        }
    }

    private static CallOptions options(CallListener listener) {
        return CallOptions.usual().withListener(listener);
    }

    private static String progress(String token, int step) {
        return ScriptedHttp.quoted(
                "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':%s,'progress':%d}}"
                        .formatted(token, step));
    }
}
