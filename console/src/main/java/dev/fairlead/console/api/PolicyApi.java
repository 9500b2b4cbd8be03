package dev.fairlead.console.api;

import dev.fairlead.console.policy.Policies;
import dev.fairlead.console.policy.Standing;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.host.Host;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.StartConsent.Consent;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.StoreException;
import org.jspecify.annotations.Nullable;

/** The ten policies, as they are in this console. */
final class PolicyApi {
    private final Parts parts;

    PolicyApi(Parts parts) {
        this.parts = parts;
    }

    void addTo(Routes routes) {
        routes.get("/api/policies", inquiry -> {
            try {
                var json = Json.object();
                json.set("policies", Policies.json(Policies.of(standing())));
                return Reply.json(json);
            } catch (StoreException unread) {
                throw new Refusal(
                        503, "not-read", "What was decided could not be looked at: %s".formatted(unread.getMessage()));
            }
        });
    }

    private Standing standing() {
        var host = parts.servers().host();
        var grants = host.gate().grants();
        return new Standing(
                host.configs().stream()
                        .map(config -> new Standing.Server(config, consent(host, config)))
                        .toList(),
                grants.list(null).stream()
                        .map(grant -> new Standing.Decision(grant, grants.holds(grant)))
                        .toList(),
                parts.models().places(),
                Standing.isWindows(),
                parts.keep().folder(),
                parts.program());
    }

    private static @Nullable Consent consent(Host host, ServerConfig config) {
        try {
            return host.startConsent(config.name()).orElse(null);
        } catch (McpException gone) {
            return null;
        }
    }
}
