package dev.fairlead.host;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.metrics.ServerTraits;
import dev.fairlead.host.supervision.ManagedServer;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** What figures and spans say of a server. */
final class Traits {
    private Traits() {}

    static ServerTraits of(ManagedServer server) {
        var profile = server.standing().profile();
        var version = profile == null ? null : profile.revision();
        return switch (server.config().endpoint()) {
            case Endpoint.Command command -> ServerTraits.process(version);
            case Endpoint.Address address -> remote(version, address.url());
            case Endpoint.Own own -> new ServerTraits(null, version, null, 0);
        };
    }

    private static ServerTraits remote(@Nullable String version, String url) {
        try {
            var address = URI.create(url);
            var host = address.getHost();
            return host == null
                    ? ServerTraits.unknown()
                    : ServerTraits.remote(version, host, Math.max(0, address.getPort()));
        } catch (IllegalArgumentException variable) {
            return ServerTraits.unknown(); // A variable stands in it, and is only known when connecting.
        }
    }
}
