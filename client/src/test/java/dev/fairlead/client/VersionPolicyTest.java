package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.testkit.FakeServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A policy says which revisions may be spoken, and no other is. */
@Timeout(60)
class VersionPolicyTest {

    private static McpClient connect(FakeServer server, VersionPolicy policy) {
        return McpClient.connect(
                server.transport(), NegotiationTest.profile().versions(policy).build());
    }

    private static ProtocolVersion spoken(FakeServer server, VersionPolicy policy) {
        try (var client = connect(server, policy)) {
            return client.server().version();
        }
    }

    @ParameterizedTest
    @EnumSource(ProtocolVersion.class)
    void theNewestUpToOneIsSpokenWithAServerThatKnowsAll(ProtocolVersion newest) {
        var server = FakeServer.named("s").build();
        assertThat(spoken(server, VersionPolicy.upTo(newest))).isEqualTo(newest);
        assertThat(spoken(server, VersionPolicy.exactly(newest))).isEqualTo(newest);
        assertThat(spoken(server, VersionPolicy.automatic()))
                .isEqualTo(ProtocolVersion.newestFirst().getFirst());
    }

    @Test
    void whatIsOlderThanAllowedAtMostIsSpokenToo() {
        var old = FakeServer.named("s").versions(ProtocolVersion.V2024_11_05).build();
        assertThat(spoken(old, VersionPolicy.upTo(ProtocolVersion.V2025_06_18))).isEqualTo(ProtocolVersion.V2024_11_05);
        assertThat(spoken(old, VersionPolicy.legacyOnly())).isEqualTo(ProtocolVersion.V2024_11_05);
    }

    @Test
    void aServerThatKnowsOnlyNewerOnesIsNotSpokenTo() {
        var young = FakeServer.named("s").versions(ProtocolVersion.V2025_11_25).build();
        assertThatThrownBy(() -> connect(young, VersionPolicy.upTo(ProtocolVersion.V2025_06_18)))
                .isInstanceOf(VersionException.class)
                .hasMessageContaining("2025-11-25");
    }
}
