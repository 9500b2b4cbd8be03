package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Transport;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Interop
final class DualEraHttpInteropTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final Connections connections = new Connections();

    @Test
    void tellsHowItWasOpened() {
        var client = connections.open(server());

        assertThat(client.opening().transport()).isEqualTo("streamable HTTP");
        assertThat(client.opening().steps())
                .singleElement()
                .asString()
                .startsWith("server/discover over streamable HTTP: ");
    }

    @Test
    void isSpokenToWithoutAProbeWhereToldTo() {
        var client = connections.open(server(), connections.profile().versions(VersionPolicy.legacyOnly()));

        assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_11_25);
        assertThat(client.callTool("greet", Map.of("name", "Ada")).text()).isEqualTo("Hello Ada (legacy)");
        assertThat(client.opening().steps()).containsExactly("initialize over streamable HTTP: agreed on 2025-11-25");
    }

    @Test
    void argumentsAreRepeatedInHeadersAsTheServerDemands() {
        var client = connections.open(server());

        assertThat(client.callTool("locate", Map.of("region", "us-west1", "floor", 3, "precise", true))
                        .text())
                .isEqualTo("us-west1, floor 3; in headers: us-west1 3 true");
        assertThat(client.callTool("locate", Map.of("region", " Köln ", "floor", -1))
                        .text())
                .matches(" Köln , floor -1; in headers: =\\?base64\\?\\S+\\?= -1 -");
    }

    @Test
    void nothingIsRepeatedForAServerOfAnOlderRevision() {
        var client = connections.open(server(), ProtocolVersion.V2025_11_25);

        assertThat(client.callTool("locate", Map.of("region", "us-west1", "floor", 3))
                        .text())
                .endsWith("in headers: - - -");
    }

    @Test
    void aCallThatTakesTooLongIsAbortedAtTheServerToo() {
        var client = connections.open(server());

        assertThatThrownBy(() -> client.callTool("wait", null, CallOptions.within(Duration.ofMillis(1500))))
                .isInstanceOf(CallTimeoutException.class);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(client.callTool("cancellations", null).text())
                                .isEqualTo("1"));
    }

    @Test
    void manyCallsWithQuestionsAtOnceEachGetTheirOwnAnswer() {
        var client = connections.open(
                server(),
                InputHandlers.none()
                        .onForm((form, asking) -> InputResponse.accept(
                                form.message().startsWith("Which size")
                                        ? Json.object().put("size", "small")
                                        : Json.object().put("sure", true))));

        var calls = IntStream.range(0, 30)
                .mapToObj(number -> client.async().callTool("order", Map.of("dish", "soup " + number)))
                .toList();

        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).join().text()).isEqualTo("ordered: small soup " + i);
        }
    }

    private Transport server() {
        return DualEra.MODERN_HTTP.reach(connections);
    }
}
