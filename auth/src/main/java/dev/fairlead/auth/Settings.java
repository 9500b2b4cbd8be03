package dev.fairlead.auth;

import dev.fairlead.auth.discovery.ServerUrl;
import dev.fairlead.store.Store;
import dev.fairlead.wire.http.AddressPolicy;
import dev.fairlead.wire.http.GuardedFetch;
import dev.fairlead.wire.http.HttpEngine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How authorization is sought, for all servers of one owner alike.
 *
 * @param anyPath whether people may come back to any path of the redirect URI's port
 */
record Settings(
        String owner,
        String clientName,
        String redirectUri,
        boolean anyPath,
        @Nullable String metadataDocument,
        List<RegisteredClient> registered,
        boolean mayRegister,
        Grant grant,
        @Nullable String onlyIssuer,
        Set<ServerUrl> servers,
        List<String> scopes,
        Store store,
        HttpEngine engine,
        boolean privateNetworks,
        boolean formerServers,
        KeyBinding keyBinding,
        Duration patience,
        InstantSource clock,
        LoginWatcher watcher,
        RenewalListener renewals) {

    /** Returns what fetches the description of a server from that server. */
    GuardedFetch describing(String server) {
        return new GuardedFetch(engine, AddressPolicy.forServer(server)).watchedBy(watcher.of(server));
    }

    /** Returns what fetches other addresses on this server's word. */
    GuardedFetch fetching(String server) {
        return new GuardedFetch(engine, named(server)).watchedBy(watcher.of(server));
    }

    /** Returns which addresses a server may name: people and secrets are sent there. */
    AddressPolicy named(String server) {
        var policy = AddressPolicy.forServer(server).withoutPlainHttp();
        return privateNetworks ? policy.allowingPrivateNetworks() : policy;
    }

    /** Returns the client that an authorization server was told of; never one that is meant for another. */
    Optional<RegisteredClient> registeredAt(String issuer) {
        return registered.stream()
                .filter(client -> client.issuer() == null || client.issuer().equals(issuer))
                .findFirst();
    }

    /** Tells whether a client is one that was said beforehand, which no authorization server registered and no store keeps. */
    boolean says(String issuer, String clientId) {
        return clientId.equals(metadataDocument)
                || registeredAt(issuer)
                        .filter(client -> client.id().equals(clientId))
                        .isPresent();
    }

    /** Tells whether somebody who knows said that a client is for this authorization server. */
    boolean isMeantFor(String issuer, String clientId) {
        return issuer.equals(onlyIssuer)
                || registered.stream()
                        .anyMatch(client -> client.id().equals(clientId) && issuer.equals(client.issuer()));
    }

    /** Tells whether an authorization server would be shown something worth stealing because a server names it. */
    boolean exposedTo(String issuer) {
        boolean secret = grant instanceof Grant.Workload
                || registeredAt(issuer).filter(RegisteredClient::exposed).isPresent();
        return secret && onlyIssuer == null;
    }

    /** Tells whether tokens are sought for a server, and shown to it. */
    boolean isFor(String server) {
        try {
            return servers.isEmpty() || servers.contains(ServerUrl.of(server));
        } catch (IllegalArgumentException noUrl) {
            return false;
        }
    }

    /**
     * Returns those of some scopes that may be asked for. Where nobody is there to agree, a server's word is not enough for
     * more than what is configured; where nothing is configured, all are asked for that servers name.
     */
    Set<String> bounded(Set<String> wished) {
        if (grant instanceof Grant.Login || scopes.isEmpty()) {
            return wished;
        }
        var bounded = new LinkedHashSet<>(wished);
        bounded.retainAll(scopes);
        return bounded;
    }

    /** Names the owner; the rest may be secret. */
    @Override
    public String toString() {
        return "Settings[" + owner + "]";
    }
}
