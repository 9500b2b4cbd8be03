package dev.fairlead.cli.doctor;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Looks for a server of MCP at the usual paths of an origin, without saying who is asking. */
final class EndpointSearch {
    private static final List<String> PATHS = List.of("/mcp", "/sse", "/mcp/", "/api/mcp", "/mcp/sse", "/v1/mcp", "/");

    private final HttpTransport transport;
    private final ClientProfile profile;

    EndpointSearch(HttpTransport transport, Duration patience) {
        this.transport = transport;
        this.profile = ClientProfile.builder()
                .connectTimeout(patience)
                .eraMemory(new EraMemory(InstantSource.system()))
                .build();
    }

    /** Returns the first address at which one answers, beside the one that was typed. */
    Optional<String> find(String typed) {
        for (var path : PATHS) {
            if (!path.equals(typed)) {
                var other = transport.elsewhere(path);
                if (answers(other)) {
                    return Optional.of(other.url());
                }
            }
        }
        return Optional.empty();
    }

    private boolean answers(HttpTransport other) {
        try (var client = McpClient.connect(other, profile)) {
            return !client.opening().steps().isEmpty();
        } catch (AuthorizationException guarded) {
            // Other paths may be guarded too, but only one of MCP says how to log in.
            return guarded.challenge().resourceMetadata().isPresent();
        } catch (CallCancelledException stopped) {
            throw stopped;
        } catch (McpException nobody) {
            return false;
        }
    }
}
