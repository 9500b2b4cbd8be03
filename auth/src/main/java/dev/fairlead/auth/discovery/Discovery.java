package dev.fairlead.auth.discovery;

import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.GuardedFetch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out who grants authorization for a server, in the order and by the rules of the specification. */
public final class Discovery {
    private static final String RESOURCE = "/.well-known/oauth-protected-resource";
    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private final Documents own;
    private final Documents documents;

    /**
     * Makes one.
     *
     * @param own reads what a server says of itself
     * @param others reads what others say
     */
    public Discovery(GuardedFetch own, GuardedFetch others) {
        this.own = new Documents(own);
        this.documents = new Documents(others);
    }

    /**
     * Returns what the server says of itself; nothing if it says nothing, as the servers of 2025-03-26.
     *
     * @throws dev.fairlead.protocol.error.McpException if what it says must not be used
     */
    public Optional<ProtectedResource> resource(Wanted wanted) throws InterruptedException {
        var server = server(wanted);
        var places = new ArrayList<String>();
        // A document elsewhere may be anybody's, and asking for it may be what an attacker is after.
        wanted.challenge().resourceMetadata().filter(server::sameOrigin).ifPresent(places::add);
        if (!server.path().isEmpty()) {
            places.add(server.origin() + RESOURCE + server.path());
        }
        places.add(server.origin() + RESOURCE);
        for (var place : places.stream().distinct().toList()) {
            var found = find(
                    own,
                    place,
                    "the description of the server",
                    wanted,
                    description -> ProtectedResource.from(description.json()));
            if (found.isPresent()) {
                check(found.get(), place, server, wanted);
                return found;
            }
        }
        return Optional.empty();
    }

    private static void check(ProtectedResource described, String place, ServerUrl server, Wanted wanted) {
        var resource = described.resource();
        if (resource == null || !server.isPartOf(resource)) {
            throw wanted.failed("the server's description is of another resource: it names '%s', not '%s'"
                    .formatted(Excerpt.of(String.valueOf(resource)), Excerpt.of(server.shown())));
        }
        var named = ServerUrl.of(resource);
        var author = author(place, server);
        if (!named.path().equals(server.path()) && !named.isPartOf(author.canonical())) {
            throw wanted.failed(("the server's description is of more than it may speak for: it names '%s', but what is"
                            + " said at '%s' can be about '%s' alone (RFC 9728, 3.3)")
                    .formatted(
                            Excerpt.of(resource), Excerpt.of(ServerUrl.of(place).shown()), Excerpt.of(author.shown())));
        }
        if (described.authorizationServers().isEmpty()) {
            throw wanted.failed("the server's description names nobody who grants authorization");
        }
    }

    /**
     * Returns what a description speaks for: that which it is the usual place of, and anywhere else the server alone. One
     * of many at the same origin can put a document below its own path, and could have tokens asked for with it that are
     * good for all of them.
     */
    private static ServerUrl author(String place, ServerUrl server) {
        var path = ServerUrl.of(place).path();
        boolean usual = path.equals(RESOURCE) || path.startsWith(RESOURCE + "/");
        return new ServerUrl(server.origin(), usual ? path.substring(RESOURCE.length()) : server.path(), null);
    }

    /** Returns what an authorization server says of itself. */
    public AuthorizationServer authorizationServer(String issuer, Wanted wanted) throws InterruptedException {
        for (var place : describedAt(issuer, wanted)) {
            var found = find(
                    documents,
                    place,
                    "the description of authorization server '%s'".formatted(Excerpt.of(issuer)),
                    wanted,
                    description -> described(issuer, description, wanted));
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw wanted.failed("authorization server '%s' does not describe itself".formatted(Excerpt.of(issuer)));
    }

    private static AuthorizationServer described(String issuer, Documents.Found description, Wanted wanted)
            throws FetchException {
        var named = Members.text(description.json(), "issuer");
        if (!issuer.equals(named)) {
            throw wanted.failed("the authorization server names itself '%s', but '%s' was asked; the two must be equal"
                    .formatted(Excerpt.of(String.valueOf(named)), Excerpt.of(issuer)));
        }
        return AuthorizationServer.from(issuer, description, false);
    }

    /** Returns the authorization server that a server of 2025-03-26 is itself, described or not. */
    public AuthorizationServer formerly(Wanted wanted) throws InterruptedException {
        var server = server(wanted);
        var origin = server.origin();
        return find(
                        documents,
                        origin + OAUTH,
                        "the description of the authorization server",
                        wanted,
                        description -> selfDescribed(server, description, wanted))
                .orElseGet(() -> AuthorizationServer.assumedAt(origin));
    }

    private static AuthorizationServer selfDescribed(ServerUrl server, Documents.Found description, Wanted wanted)
            throws FetchException {
        var named = Members.text(description.json(), "issuer");
        // Nobody told its name before; it is the server itself, so that its own word for its own origin is enough.
        if (named == null || !server.sameOrigin(named)) {
            throw wanted.failed("the authorization server names itself '%s', which is not at '%s'"
                    .formatted(Excerpt.of(String.valueOf(named)), Excerpt.of(server.origin())));
        }
        return AuthorizationServer.from(named, description, true);
    }

    private static ServerUrl server(Wanted wanted) {
        try {
            return ServerUrl.of(wanted.server());
        } catch (IllegalArgumentException odd) {
            throw wanted.failed(
                    "it demands authorization, for which its address has to be written as RFC 3986 wants it");
        }
    }

    /** Makes of a description what can be used of it. */
    @FunctionalInterface
    private interface Reading<T> {
        T of(Documents.Found description) throws FetchException;
    }

    private static <T> Optional<T> find(Documents among, String place, String what, Wanted wanted, Reading<T> reading)
            throws InterruptedException {
        try {
            var found = among.find(place, wanted.patience());
            return found.isPresent() ? Optional.of(reading.of(found.get())) : Optional.empty();
        } catch (FetchException problem) {
            throw wanted.failed(what, problem);
        }
    }

    private static List<String> describedAt(String issuer, Wanted wanted) {
        ServerUrl url;
        try {
            url = ServerUrl.of(issuer);
        } catch (IllegalArgumentException noUrl) {
            throw wanted.failed("'%s' is no address of an authorization server".formatted(Excerpt.of(issuer)));
        }
        return url.path().isEmpty()
                ? List.of(url.origin() + OAUTH, url.origin() + OPENID)
                : List.of(
                        url.origin() + OAUTH + url.path(),
                        url.origin() + OPENID + url.path(),
                        url.origin() + url.path() + OPENID);
    }
}
