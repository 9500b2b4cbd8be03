package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Futures of calls, and what becomes of a call whose future ends before it. */
@Timeout(60)
class AsyncViewTest {
    private final ScriptedServer server = ScriptedServer.legacy();

    static Stream<Named<Consumer<CompletableFuture<ToolResult>>>> endings() {
        return Stream.of(
                Named.of("cancelled", call -> call.cancel(true)),
                Named.of("out of time", call -> call.orTimeout(1, TimeUnit.MILLISECONDS)),
                Named.of("another result in time", call -> call.completeOnTimeout(null, 1, TimeUnit.MILLISECONDS)),
                Named.of("completed by somebody", call -> call.complete(null)),
                Named.of("failed by somebody", call -> call.completeExceptionally(new IllegalStateException())));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void aCallWhoseFutureEndsIsGivenUpAtTheServer(Consumer<CompletableFuture<ToolResult>> ending) {
        server.on("tools/call", (request, line) -> {});
        try (var client =
                McpClient.connect(server.transport(), NegotiationTest.profile().build())) {
            var call = client.async().callTool("t", null);
            Request sent = server.awaitRequest("tools/call");
            ending.accept(call);
            var told = server.awaitNotification("notifications/cancelled");
            assertThat(told.params().get("requestId")).hasToString(String.valueOf(sent.id()));
        }
    }

    @Test
    void whatFollowsOnAnAnswerIsNotInterrupted() throws Exception {
        server.answering("tools/call", "{'content':[]}");
        try (var client =
                McpClient.connect(server.transport(), NegotiationTest.profile().build())) {
            var call = client.async()
                    .callTool("t", null)
                    .thenApply(result -> Thread.currentThread().isInterrupted());
            assertThat(call.get(20, TimeUnit.SECONDS)).isFalse();
        }
    }
}
