package dev.fairlead.auth;

import dev.fairlead.auth.discovery.AuthorizationServer;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.protocol.rpc.Excerpt;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether one server is to have a token of ours, and to which authorization server we say for it who we are.
 * Where only that server names it, the first one stays the only one: whoever can change what a server says must not get
 * our secrets by that.
 */
final class Confidant {
    private final Settings settings;
    private final Vault vault;
    private final String server;

    Confidant(Settings settings, Vault vault, String server) {
        this.settings = settings;
        this.vault = vault;
        this.server = server;
    }

    /** Makes sure that a token may be sought for the server: its word for who grants them is not enough for that. */
    void admit(Wanted wanted) {
        if (!settings.isFor(server)) {
            throw wanted.failed(
                    "it demands a token, and is none of the servers that our tokens are for; if it is to have"
                            + " one, name it with forServers(...)");
        }
    }

    /**
     * Lists whom to choose where the server leaves a choice, best first.
     *
     * @param present what is held already
     */
    Stream<String> preferred(@Nullable Held present) {
        return Stream.of(
                        Stream.ofNullable(settings.onlyIssuer()), // Any other would be refused.
                        Stream.ofNullable(present).map(Held::issuer),
                        vault.boundTo(server).stream(),
                        settings.registered().stream().flatMap(client -> Stream.ofNullable(client.issuer())))
                .flatMap(issuers -> issuers);
    }

    /** Makes sure that an authorization server may be told who we are, and remembers that it may have been. */
    void check(String issuer, Wanted wanted) {
        var only = settings.onlyIssuer();
        if (only != null && !only.equals(issuer)) {
            throw wanted.failed("its authorization server is '%s', and only '%s' is told who we are"
                    .formatted(Excerpt.of(issuer), Excerpt.of(only)));
        }
        if (!settings.exposedTo(issuer)) {
            return;
        }
        var first = vault.bind(server, issuer);
        if (!first.equals(issuer)) {
            throw wanted.failed(
                    ("its authorization server is '%s' now, but our secret was for '%s' and goes to no other;"
                                    + " if the server is right, log out of it and log in again")
                            .formatted(Excerpt.of(issuer), Excerpt.of(first)));
        }
    }

    /**
     * Returns why people must not be sent to an authorization server on behalf of a client that it was told of beforehand;
     * nothing if they may. They come back from everywhere to the one address that was told, so that its answer must be known
     * for its own by something else: it names itself, or whoever knows said that the client is for it, or nobody logged in
     * elsewhere.
     */
    Optional<String> objection(AuthorizationServer grantor, String clientId) {
        if (isVouchedFor(grantor, clientId)) {
            return Optional.empty();
        }
        var reason = grantor.sendsPeopleElsewhere()
                ? "sends people to log in at '%s'"
                        .formatted(Excerpt.of(String.valueOf(grantor.authorizationEndpoint())))
                : vault.clientBoundTo(clientId)
                        .filter(first -> !first.equals(grantor.issuer()))
                        .map(first -> "is not '%s', where it was used before,".formatted(Excerpt.of(first)))
                        .orElse(null);
        return Optional.ofNullable(reason)
                .map(why ->
                        ("client '%s' is not shown to its authorization server '%s', which %s and may take an answer"
                            + " from there for its own; if it is registered at '%2$s', name that as its issuer")
                                .formatted(Excerpt.of(clientId), Excerpt.of(grantor.issuer()), why));
    }

    /** Remembers that somebody logged in at an authorization server on behalf of a client that it was told of beforehand. */
    void loggedIn(AuthorizationServer grantor, String clientId) {
        if (!isVouchedFor(grantor, clientId)) {
            vault.bindClient(clientId, grantor.issuer());
        }
    }

    private boolean isVouchedFor(AuthorizationServer grantor, String clientId) {
        return grantor.namesItself() || settings.isMeantFor(grantor.issuer(), clientId);
    }

    /** Lets the next authorization server that the server names be the one. */
    void forget() {
        vault.unbind(server);
    }
}
