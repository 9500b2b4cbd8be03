package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** However a call ended, nothing of it stays behind in a connection that goes on. */
@Timeout(120)
class NothingKeptTest {
    private static final int CALLS = 1_000;

    private final List<WeakReference<ObjectNode>> sent = new CopyOnWriteArrayList<>();
    private final AtomicInteger givenUp = new AtomicInteger();

    private static ScriptedServer server(Era era) {
        var server = era == Era.MODERN ? ScriptedServer.modern() : ScriptedServer.legacy();
        return server.on("tools/call", (request, line) -> {
            switch (request.params().path("name").stringValue()) {
                case "good" -> line.result(request, "{'resultType':'complete','content':[]}");
                case "bad" -> line.refuse(request, -32000, "no", null);
                default -> {} // Never answered.
            }
        });
    }

    @EachEra
    @Verifies({"I-8", "I-13"})
    void aThousandCallsOfWhichAThirdTimesOutLeaveNothing(Era era) throws Exception {
        var server = server(era);
        var client =
                McpClient.connect(server.transport(), NegotiationTest.profile().build());
        client.listTools();
        try (client;
                var callers =
                        Executors.newFixedThreadPool(50, Thread.ofVirtual().factory())) {
            for (var done : callers.invokeAll(IntStream.range(0, CALLS)
                    .mapToObj(i -> (Callable<Void>)
                            () -> call(client, List.of("good", "bad", "mute").get(i % 3)))
                    .toList())) {
                done.get();
            }
            assertThat(sent).hasSize(CALLS);
            // What went into a request is reachable for as long as anything of the request is.
            await().atMost(LIMIT).until(this::allForgotten);
            client.ping();
        }
        await().atMost(LIMIT).until(() -> server.open() == 0);
        // Closing cancels whatever is still on the books: each call given up was cancelled then, and none is left now.
        var cancelled = server.notifications("notifications/cancelled");
        assertThat(givenUp).hasPositiveValue();
        assertThat(cancelled).hasSize(givenUp.get());
        assertThat(cancelled)
                .allSatisfy(news ->
                        assertThat(news.params().path("reason").stringValue()).isEqualTo("the time limit was reached"));
    }

    private Void call(McpClient client, String tool) {
        var tag = Json.object().put("tool", tool);
        sent.add(new WeakReference<>(tag));
        var meta = Json.object();
        meta.set("example.com/tag", tag);
        var options = CallOptions.usual().withMeta(meta);
        try {
            client.callTool(
                    tool,
                    null,
                    tool.equals("mute")
                            ? CallOptions.within(Duration.ofMillis(300)).withMeta(meta)
                            : options);
            assertThat(tool).isEqualTo("good");
        } catch (ServerErrorException refused) {
            assertThat(tool).isEqualTo("bad");
        } catch (CallTimeoutException silent) {
            assertThat(tool).isEqualTo("mute");
            if (silent.maybeExecuted()) {
                givenUp.incrementAndGet();
            }
        }
        return null;
    }

    private boolean allForgotten() {
        System.gc();
        return sent.stream().allMatch(tag -> tag.get() == null);
    }
}
