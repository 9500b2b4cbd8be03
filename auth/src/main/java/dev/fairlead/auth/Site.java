package dev.fairlead.auth;

import dev.fairlead.auth.discovery.AuthorizationServer;
import dev.fairlead.auth.discovery.Discovery;
import dev.fairlead.auth.discovery.ProtectedResource;
import dev.fairlead.auth.discovery.ServerUrl;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.auth.token.ProofKey;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.rpc.Excerpt;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server and who grants authorization for it.
 *
 * @param resource the name of the server, exactly as authorization for it has to be asked for
 * @param described what the server says of itself; null if nothing
 */
record Site(
        AuthorizationServer grantor,
        String resource,
        @Nullable ProtectedResource described) {

    /**
     * Finds out.
     *
     * @param preferred issuers to choose if the server names them, best first
     */
    static Site find(
            Discovery discovery, Grantors grantors, Wanted wanted, boolean formerServers, List<String> preferred)
            throws InterruptedException {
        var described = discovery.resource(wanted);
        if (described.isPresent()) {
            var named = described.get().authorizationServers();
            var issuer = preferred.stream().filter(named::contains).findFirst().orElse(named.getFirst());
            return new Site(
                    grantors.named(issuer, wanted),
                    String.valueOf(described.get().resource()),
                    described.get());
        }
        if (!formerServers) {
            throw wanted.failed(
                    "it demands authorization and does not say who grants it; %s".formatted(elsewhere(wanted)));
        }
        return new Site(grantors.formerly(wanted), ServerUrl.of(wanted.server()).canonical(), null);
    }

    private static String elsewhere(Wanted wanted) {
        return wanted.challenge()
                .resourceMetadata()
                .map(url ->
                        "its description at '%s' is not at its own origin and was not read".formatted(Excerpt.of(url)))
                .orElse("pass a token of yours instead");
    }

    /** Returns what to ask for at first: what the server demands, else what it knows, else nothing special. */
    Set<String> firstScopes(Challenge challenge, List<String> configured) {
        var scopes = new LinkedHashSet<String>(configured);
        var demanded = Scopes.of(challenge);
        if (!demanded.isEmpty()) {
            scopes.addAll(demanded);
        } else if (described != null && described.scopes() != null) {
            scopes.addAll(Scopes.readable(described.scopes().stream()));
        }
        return scopes;
    }

    /** Tells whether tokens for this server are to be bound to a key. */
    boolean boundToKey(Challenge challenge, KeyBinding wish) {
        boolean known =
                grantor.proofAlgorithms() != null && grantor.proofAlgorithms().contains(ProofKey.ALGORITHM);
        boolean demanded = (described != null && described.boundToKey())
                || challenge.schemes().stream().anyMatch(scheme -> scheme.name().equalsIgnoreCase("DPoP"));
        return switch (wish) {
            case ON_DEMAND -> known && demanded;
            case WHEREVER_POSSIBLE -> known;
            case NEVER -> false;
        };
    }
}
