package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.McpClient;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Interop
final class StrategyInteropTest {
    private static final String OLD = "HTTP+SSE";
    private static final String NEW = "streamable HTTP";

    @RegisterExtension
    final Connections connections = new Connections();

    @Test
    void httpFirstFallsBackToTheOldTransportAndSaysWhy() {
        var client = connections.open(old(HttpStrategy.HTTP_FIRST));

        assertThat(client.opening().transport()).isEqualTo(OLD);
        assertThat(client.opening().steps()).hasSize(3);
        assertThat(client.opening().steps().get(0))
                .startsWith("server/discover over " + NEW)
                .contains("404");
        assertThat(client.opening().steps().get(1))
                .startsWith("initialize over " + NEW)
                .contains("404");
        assertThat(client.opening().steps().get(2)).isEqualTo("initialize over HTTP+SSE: agreed on 2025-11-25");
        works(client);
    }

    @Test
    void sseFirstReachesTheOldTransportAtOnce() {
        var client = connections.open(
                old(HttpStrategy.SSE_FIRST), connections.profile().versions(VersionPolicy.legacyOnly()));

        assertThat(client.opening().transport()).isEqualTo(OLD);
        assertThat(client.opening().steps()).containsExactly("initialize over HTTP+SSE: agreed on 2025-11-25");
        works(client);
    }

    @Test
    void sseFirstReachesANewServerInTheEnd() {
        var client = connections.open(current(HttpStrategy.SSE_FIRST));

        assertThat(client.opening().transport()).isEqualTo(NEW);
        assertThat(client.opening().steps().getLast())
                .isEqualTo("initialize over streamable HTTP: agreed on 2025-11-25");
        assertThat(client.opening().steps())
                .anySatisfy(step -> assertThat(step).startsWith("initialize over HTTP+SSE: "));
        works(client);
    }

    @Test
    void sseOnlyReachesTheOldTransportWithoutAProbe() {
        var client = connections.open(old(HttpStrategy.SSE_ONLY));

        assertThat(client.opening().transport()).isEqualTo(OLD);
        assertThat(client.opening().steps()).containsExactly("initialize over HTTP+SSE: agreed on 2025-11-25");
        works(client);
    }

    @Test
    void httpOnlyReachesTheNewTransport() {
        var client = connections.open(current(HttpStrategy.HTTP_ONLY));

        assertThat(client.opening().transport()).isEqualTo(NEW);
        works(client);
    }

    @Test
    void httpOnlyFailsAtTheOldTransportInClearWords() {
        assertThatThrownBy(() -> connections.open(old(HttpStrategy.HTTP_ONLY)))
                .isInstanceOf(McpException.class)
                .hasMessageContaining("/sse")
                .hasMessageContaining("404");
    }

    @Test
    void sseOnlyFailsAtTheNewTransportInClearWords() {
        assertThatThrownBy(() -> connections.open(current(HttpStrategy.SSE_ONLY)))
                .isInstanceOf(McpException.class)
                .hasMessageContaining("/mcp")
                .hasMessageContaining("400");
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpStrategy.class,
            names = {"HTTP_FIRST", "SSE_FIRST"})
    void whatWasFoundOutIsRememberedForTheNextConnection(HttpStrategy strategy) {
        var profile = connections.profile();
        var first = connections.open(old(strategy), profile);
        assertThat(first.opening().steps()).hasSizeGreaterThan(1);

        var second = connections.open(old(strategy), profile);

        assertThat(second.opening().transport()).isEqualTo(OLD);
        assertThat(second.opening().steps()).containsExactly("initialize over HTTP+SSE: agreed on 2025-11-25");
        works(second);
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolVersion.class,
            names = {"V2024_11_05", "V2025_03_26", "V2025_06_18", "V2025_11_25"})
    void aPinnedRevisionIsSpokenOverEitherTransport(ProtocolVersion version) {
        var over = connections.open(current(HttpStrategy.HTTP_FIRST), version);
        assertThat(over.server().version()).isEqualTo(version);
        assertThat(over.opening().transport()).isEqualTo(NEW);
        works(over);

        var old = connections.open(old(HttpStrategy.HTTP_FIRST), version);
        assertThat(old.server().version()).isEqualTo(version);
        assertThat(old.opening().transport()).isEqualTo(OLD);
        works(old);
    }

    private HttpTransport old(HttpStrategy strategy) {
        return HttpTransport.to(
                        connections.shared(NodeServers.everythingByUrl("sse")).url("/sse"))
                .withStrategy(strategy);
    }

    private HttpTransport current(HttpStrategy strategy) {
        return HttpTransport.to(connections
                        .shared(NodeServers.everythingByUrl("streamableHttp"))
                        .url("/mcp"))
                .withStrategy(strategy);
    }

    private static void works(McpClient client) {
        assertThat(client.callTool("echo", Map.of("message", "hi")).text()).isEqualTo("Echo: hi");
    }
}
