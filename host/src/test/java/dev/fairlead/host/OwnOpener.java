package dev.fairlead.host;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.supervision.Opener;
import java.time.Duration;

/** Opens connections to servers in this program. */
final class OwnOpener {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private OwnOpener() {}

    static Opener of(ServerConfig config, EraMemory eras) {
        var transport = ((Endpoint.Own) config.endpoint()).transport();
        return (lane, listener, line) -> new Opener.Opened(
                McpClient.connect(
                        transport,
                        ClientProfile.builder()
                                .listener(listener)
                                .eraMemory(eras)
                                .build()),
                LIMIT);
    }
}
