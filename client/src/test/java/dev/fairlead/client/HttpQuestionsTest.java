package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.client.ScriptedHttp.JSON;
import static dev.fairlead.client.ScriptedHttp.agreed;
import static dev.fairlead.client.ScriptedHttp.answer;
import static dev.fairlead.client.ScriptedHttp.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions of servers that forget their sessions. */
@Timeout(120)
class HttpQuestionsTest {
    private static final String DONE = "{'content':[{'type':'text','text':'done'}]}";

    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> takenBack = new LinkedBlockingQueue<>();
    private final CountDownLatch yes = new CountDownLatch(1);
    private final AtomicInteger generation = new AtomicInteger(1);

    private final InputHandlers person = InputHandlers.none().onForm((form, asking) -> {
        asked.add(form.message());
        try {
            yes.await();
        } catch (InterruptedException stop) {
            takenBack.add(form.message());
            throw stop;
        }
        return InputResponse.accept(Json.object());
    });

    private static void ask(EventStream stream, int id, String message) throws IOException {
        stream.send(ServerSentEvent.message(
                quoted("{'jsonrpc':'2.0','id':%s,'method':'elicitation/create','params':".formatted(id)
                        + "{'message':'%s','requestedSchema':{'type':'object','properties':{}}}}".formatted(message))));
    }

    private static String next(LinkedBlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private McpClient connect(ScriptedHttp server) {
        return McpClient.connect(
                HttpTransport.to(server.url()),
                ClientProfile.builder().handlers(person).build());
    }

    @Test
    void noQuestionAndNoAnswerOutlivesItsSession() throws Exception {
        var late = new CountDownLatch(1);
        try (var server = ScriptedHttp.legacy()) {
            server.on(
                            "initialize",
                            exchange -> exchange.answer(
                                    200,
                                    Map.of("Content-Type", JSON, SESSION, "g" + generation.get()),
                                    answer(exchange.request(), agreed("2025-11-25"))))
                    .on("ping", inSession(ScriptedHttp.result("{}")))
                    .on("tools/call", inSession(exchange -> {
                        int mine = generation.get();
                        var stream = exchange.events(Map.of());
                        ask(stream, 1, "delete " + mine + "?");
                        if (mine == 1) {
                            late.await();
                            ask(stream, 1, "delete it all the same?"); // Nobody of this session waits for an answer.
                        } else {
                            var answered = server.http().awaitRequest(HttpQuestionsTest::isAnswer, SOON);
                            assertThat(answered.header(SESSION)).contains("g2");
                        }
                        stream.send(ServerSentEvent.message(answer(exchange.request(), DONE)));
                        stream.end();
                    }));
            try (var client = connect(server)) {
                var before = calling(client, "t", CallOptions.usual());
                assertThat(next(asked)).isEqualTo("delete 1?");
                generation.set(2);
                client.ping(); // notices that the session is forgotten
                assertThat(next(takenBack)).isEqualTo("delete 1?");
                var after = calling(client, "t", CallOptions.usual());
                assertThat(next(asked)).isEqualTo("delete 2?");
                late.countDown();
                assertThat(within(before).text()).isEqualTo("done");
                yes.countDown();
                assertThat(within(after).text()).isEqualTo("done");
            }
            assertThat(asked).isEmpty();
            assertThat(server.requests().stream().filter(HttpQuestionsTest::isAnswer))
                    .extracting(RecordedRequest::rpcId)
                    .isEqualTo(List.of("1"));
        }
    }

    private HttpHandler inSession(HttpHandler answer) {
        return exchange -> {
            if (exchange.request().header(SESSION).orElse("").equals("g" + generation.get())) {
                answer.handle(exchange);
            } else {
                exchange.answer(404);
            }
        };
    }

    private static boolean isAnswer(RecordedRequest request) {
        return request.method().equals("POST") && !request.json().has("method");
    }
}
