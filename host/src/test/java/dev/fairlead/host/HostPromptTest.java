package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Prompts, which are listed after the tools. */
@Timeout(120)
class HostPromptTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final CountDownLatch listed = new CountDownLatch(1);

    /** Keeps the server from reading on. */
    private boolean waits(Request request) {
        if (request.method().equals("prompts/list")) {
            try {
                listed.await();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts a server", impossible);
            }
        }
        return false;
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aPromptIsFoundEvenIfItsServerHasJustBecomeReady(Era era) throws Exception {
        var server = FakeServer.named("s")
                .era(era)
                .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
                .prompt(Prompt.of("p", null), call -> GetPromptResult.of("filled in"))
                .build();
        try (var host = Host.builder()
                .patience(LIMIT)
                .server("s", DeafTo.transport(server, this::waits))
                .open()) {
            Era spoken = host.with("s", client -> client.server().version().era());
            assertThat(spoken).isEqualTo(era);
            assertThat(host.settled(Duration.ofMillis(1))).isFalse();
            listed.countDown();
            assertThat(host.prompt("s__p", Map.of()).description()).isEqualTo("filled in");
            assertThat(host.settled(LIMIT)).isTrue();
            assertThatThrownBy(() -> host.prompt("s__q", Map.of())).isInstanceOf(UnavailableException.class);
        }
    }
}
