package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Looks at the token of every request and lets it in or turns it away. */
final class TokenGate {
    final AtomicInteger good = new AtomicInteger();
    final AtomicInteger bad = new AtomicInteger();
    final AtomicInteger none = new AtomicInteger();
    final AtomicInteger little = new AtomicInteger();

    private final ProtectedMcp wall;
    private final Lint lint;
    private final DpopChecks dpop;

    TokenGate(ProtectedMcp wall, Lint lint) {
        this.wall = wall;
        this.lint = lint;
        this.dpop = new DpopChecks(lint);
    }

    DpopChecks dpop() {
        return dpop;
    }

    /** Tells whether a request may go on; if not, it has been answered. */
    boolean lets(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        lint.add(request.query().contains("access_token="), "token-in-url");
        var header = request.header("Authorization").orElse("");
        int space = header.indexOf(' ');
        if (space < 0) {
            none.incrementAndGet();
            lint.add(request.has("Mcp-Session-Id"), "session-without-token");
            turnAway(exchange, 401, wall.challenge(scheme(), null, null));
            return false;
        }
        var token = header.substring(space + 1).strip();
        var access = find(token);
        if (access == null || wall.lying().tells(Lie.LOOP_401)) {
            bad.incrementAndGet();
            turnAway(exchange, 401, wall.challenge(scheme(), "invalid_token", null));
            return false;
        }
        return proves(exchange, header.substring(0, space), access) && suffices(exchange, access);
    }

    private String scheme() {
        boolean proofs =
                wall.servers().stream().anyMatch(server -> server.desk().manners().dpop == Dpop.REQUIRED);
        return proofs ? "DPoP" : "Bearer";
    }

    private Ledger.@Nullable Access find(String token) {
        var servers = wall.servers();
        lint.add(
                !servers.isEmpty()
                        && servers.stream()
                                .allMatch(server -> server.desk().ledger().foreign("at", token)),
                "token-of-other-as");
        lint.add(
                servers.stream()
                        .anyMatch(server -> server.desk().ledger().foreign("rt", token) || token.startsWith("rt-")),
                "refresh-token-as-access-token");
        for (var server : servers) {
            var access = server.desk().ledger().find(token, server.desk().now());
            if (access != null) {
                return addressed(access, server) ? access : null;
            }
        }
        return null;
    }

    private boolean addressed(Ledger.Access access, AuthServer server) {
        var resource = access.grant().resource();
        if (resource == null) {
            return !server.desk().manners().resourceRequired;
        }
        boolean here = resource.equals(wall.resource());
        lint.add(!here && access.honest(), "token-of-other-resource");
        return here;
    }

    private boolean proves(HttpExchange exchange, String scheme, Ledger.Access access) throws IOException {
        var thumbprint = access.grant().thumbprint();
        try {
            if (thumbprint == null) {
                if (lint.add(!scheme.equalsIgnoreCase("Bearer"), "token-scheme")) {
                    throw OAuthRefusal.of("invalid_token", "not a bearer token's scheme");
                }
                return true;
            }
            if (lint.add(!scheme.equalsIgnoreCase("DPoP"), "bound-token-as-bearer")) {
                throw OAuthRefusal.of("invalid_token", "the token is bound to a key");
            }
            var url = wall.front().http().origin() + exchange.request().path();
            var server = wall.servers().getFirst();
            var shown = dpop.check(
                    exchange.request(), url, access.value(), server.desk().manners().clock);
            if (lint.add(!shown.equals(thumbprint), "dpop-other-key")) {
                throw OAuthRefusal.of("invalid_token", "the token is bound to another key");
            }
            if (dpop.nonceWanted()) {
                exchange.impose("DPoP-Nonce", dpop.nonce());
            }
            return true;
        } catch (OAuthRefusal refused) {
            bad.incrementAndGet();
            if (refused.error.equals("use_dpop_nonce")) {
                exchange.impose("DPoP-Nonce", dpop.nonce());
            }
            turnAway(exchange, 401, wall.challenge(thumbprint == null ? "Bearer" : "DPoP", refused.error, null));
            return false;
        }
    }

    private boolean suffices(HttpExchange exchange, Ledger.Access access) throws IOException {
        var needed = needed(exchange.request());
        if (wall.lying().tells(Lie.LOOP_403)) {
            needed = Set.of("mcp:more" + (wall.lying().variant() == 0 ? "" : wall.nextRefusal()));
        } else if (access.grant().scopes().containsAll(needed)) {
            good.incrementAndGet();
            wall.used();
            return true;
        }
        little.incrementAndGet();
        var scheme = access.grant().thumbprint() == null ? "Bearer" : "DPoP";
        turnAway(exchange, 403, wall.challenge(scheme, "insufficient_scope", String.join(" ", needed)));
        return false;
    }

    private Set<String> needed(RecordedRequest request) {
        var json = request.json();
        var needed = new LinkedHashSet<String>();
        if (json.isArray()) {
            json.forEach(one -> needed.addAll(wall.needed(method(one))));
        } else {
            needed.addAll(wall.needed(method(json)));
        }
        return needed;
    }

    private static String method(JsonNode message) {
        return message.path("method").asString("");
    }

    private static void turnAway(HttpExchange exchange, int status, String challenge) throws IOException {
        exchange.answer(status, Map.of("WWW-Authenticate", challenge), "");
    }
}
