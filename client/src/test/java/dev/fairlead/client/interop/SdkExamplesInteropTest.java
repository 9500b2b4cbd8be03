package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.error.Violation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Interop
final class SdkExamplesInteropTest {
    @RegisterExtension
    final Connections connections = new Connections();

    @Test
    void structuredResultsPassTheirOutputSchema() {
        var client = connections.open(NodeServers.sdkExample("mcpServerOutputSchema.js"));

        assertThat(client.listTools())
                .singleElement()
                .satisfies(tool -> assertThat(tool.outputSchema()).isNotNull());
        // The weather is random: several calls see several of its shapes.
        for (int i = 0; i < 20; i++) {
            var weather = client.callTool("get_weather", Map.of("city", "Ulm", "country", "DE"));
            assertThat(weather.structuredContent()
                            .orElseThrow()
                            .path("humidity")
                            .asInt())
                    .isBetween(0, 100);
        }
    }

    @Test
    void aLineOfNoiseOnStandardOutputIsToleratedAndReported() {
        connections.expectViolations(Violation.Kind.NOISE);
        var client = connections.open(
                NodeServers.sdkExample("toolWithSampleServer.js"),
                InputHandlers.none()
                        .onSampling((request, asking) -> Optional.of(SamplingResult.ofText("terse", "short"))));

        assertThat(client.callTool("summarize", Map.of("text", "a long story")).text())
                .isEqualTo("short");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(connections.heard().violations())
                        .singleElement()
                        .satisfies(violation -> assertThat(violation.detail()).contains("MCP server is running")));
    }
}
