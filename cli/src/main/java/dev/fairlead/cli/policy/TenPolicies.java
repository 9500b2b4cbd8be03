package dev.fairlead.cli.policy;

import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ModelKeys;
import dev.fairlead.cli.frame.OwnProgram;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.console.Console;
import dev.fairlead.console.policy.Policies;
import dev.fairlead.console.policy.ShownPolicy;
import dev.fairlead.console.policy.Standing;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.StartConsent.Consent;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.http.HttpEngine;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds out how the ten policies stand for whoever types the command. Starts nothing, keeps nothing, and asks no keyring. */
final class TenPolicies {
    private final Visit visit;
    private final Surroundings surroundings;
    private final ConfiguredServers servers;

    TenPolicies(Visit visit, ConfiguredServers servers) {
        this.visit = visit;
        this.surroundings = visit.surroundings();
        this.servers = servers;
    }

    List<ShownPolicy> look() {
        var home =
                Objects.requireNonNull(new CredentialFile(surroundings).file().getParent(), "it is in a folder");
        return Policies.of(new Standing(
                servers.configuration().servers().stream()
                        .map(server -> new Standing.Server(server, consent(server)))
                        .toList(),
                decisions(),
                providers().places(),
                Standing.isWindows(),
                Console.folder(home),
                OwnProgram.of(surroundings)));
    }

    private @Nullable Consent consent(ServerConfig server) {
        var file = server.origin().file();
        if (file == null || !ConfiguredServers.needsConsent(server)) {
            return null;
        }
        if (!ConfiguredServers.hasStore(surroundings)) {
            return Consent.MISSING;
        }
        try {
            return servers.consent(server, file);
        } catch (McpException unknown) {
            return null;
        }
    }

    private List<Standing.Decision> decisions() {
        if (!ConfiguredServers.hasStore(surroundings)) {
            return List.of();
        }
        return servers.gate(gate -> gate.grants().list(null).stream()
                .map(grant -> new Standing.Decision(grant, gate.grants().holds(grant)))
                .toList());
    }

    private Providers providers() {
        return new Providers(
                HttpEngine.shared(), new Keys(surroundings.environment(), new ModelKeys(surroundings, visit::warn)));
    }
}
