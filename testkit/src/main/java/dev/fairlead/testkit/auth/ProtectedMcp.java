package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpHandler;
import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An MCP server behind a wall: who has no token of its authorization servers, for it, does not get in.
 *
 * <p>What clients do wrong is in {@link #lint}. How the wall behaves, lies included, can be changed at any time.
 */
public final class ProtectedMcp implements AutoCloseable {
    private final HttpFront front;
    private final Lint lint = new Lint();
    private final Lying lying = new Lying(true);
    private final TokenGate gate = new TokenGate(this, lint);
    private final Map<String, Set<String>> required = new ConcurrentHashMap<>();
    private final List<String> documents = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile List<AuthServer> servers;
    private volatile @Nullable AuthServer next;
    private volatile @Nullable AuthServer own;
    private volatile Set<PrmPlace> places = EnumSet.of(PrmPlace.PATH);
    private volatile boolean announced = true;
    private volatile String resource;
    private volatile List<String> scopes = List.of();
    private volatile @Nullable String challengeScope;
    private volatile @Nullable String challenge;

    private ProtectedMcp(HttpFront front, AuthServer... servers) {
        this.front = front;
        this.resource = front.url();
        this.servers = List.of(servers);
        this.servers.forEach(server -> server.resource(resource));
        front.behind(inside -> exchange -> handle(exchange, inside));
    }

    /** Serves on a free port of this machine, behind a wall that belongs to these authorization servers. */
    public static ProtectedMcp serving(FakeServer server, AuthServer... servers) {
        return before(HttpFront.serving(server), servers);
    }

    /** Puts a wall before a server. */
    public static ProtectedMcp before(HttpFront front, AuthServer... servers) {
        return new ProtectedMcp(front, servers);
    }

    private void handle(HttpExchange exchange, HttpHandler inside) throws IOException, InterruptedException {
        var path = exchange.request().path();
        var hosted = own;
        if (path.startsWith(PrmPlace.NAME) || path.equals(PrmPlace.CUSTOM.path(""))) {
            document(exchange);
        } else if (hosted != null && !path.equals("/mcp") && !path.equals("/sse") && !path.equals("/messages")) {
            hosted.desk().handle(exchange);
        } else if (path.startsWith("/.well-known/")) {
            exchange.answer(404);
        } else if (gate.lets(exchange)) {
            inside.handle(exchange);
        }
    }

    private void document(HttpExchange exchange) throws IOException {
        var path = exchange.request().path();
        documents.add(path);
        lint.add(exchange.request().has("Authorization"), "credentials-in-metadata-request");
        var there = URI.create(url()).getPath();
        if (places.stream().noneMatch(place -> place.path(there).equals(path))) {
            exchange.answer(404);
        } else if (lying.tells(Lie.PRM_REDIRECT)) {
            Documents.redirect(exchange, 302, lying.elsewhere());
        } else if (lying.tells(Lie.PRM_HUGE)) {
            Documents.huge(exchange, metadata(), lying.variant() == 1);
        } else {
            Documents.json(exchange, 200, metadata().toString());
        }
    }

    private ObjectNode metadata() {
        var document = Json.object()
                .put("resource", lying.tells(Lie.RESOURCE_MISMATCH) ? "https://other.example/mcp" : resource);
        var issuers = servers.stream().map(AuthServer::issuer).toList();
        if (lying.tells(Lie.AS_EVIL)) {
            issuers = List.of(EvilUrls.issuer(lying.variant(), issuers.getFirst(), lying.elsewhere()));
        }
        document.set("authorization_servers", MetadataEndpoint.texts(issuers));
        document.set("bearer_methods_supported", MetadataEndpoint.texts(List.of("header")));
        if (!scopes.isEmpty()) {
            document.set("scopes_supported", MetadataEndpoint.texts(scopes));
        }
        return document;
    }

    // How it behaves.

    /** Calls itself by another name than its address. */
    public ProtectedMcp resource(String name) {
        resource = name;
        servers.forEach(server -> server.resource(name));
        return this;
    }

    /** Answers with its metadata at these places, and no others; at none, if there are none. */
    public ProtectedMcp metadataAt(PrmPlace... given) {
        places = given.length == 0 ? Set.of() : Set.of(given);
        return this;
    }

    /** Names the place of its metadata in challenges, as is usual, or does not. */
    public ProtectedMcp announces(boolean wanted) {
        announced = wanted;
        return this;
    }

    /** Names these scopes in its metadata. */
    public ProtectedMcp scopes(String... supported) {
        scopes = List.of(supported);
        return this;
    }

    /** Names this scope in the challenge to those who have no token. */
    public ProtectedMcp challengeScope(String scope) {
        challengeScope = scope;
        return this;
    }

    /** Challenges in exactly these words from now on; null for the usual ones. */
    public ProtectedMcp challenge(@Nullable String words) {
        challenge = words;
        return this;
    }

    /** Demands these scopes for a method of MCP, or for every method if it is {@code *}. */
    public ProtectedMcp requires(String method, String... needed) {
        required.put(method, Set.of(needed));
        return this;
    }

    /** Demands a nonce in proofs of possession. */
    public ProtectedMcp dpopNonce(boolean demanded) {
        gate.dpop().demandNonce(demanded);
        return this;
    }

    /** Demands another nonce from now on. */
    public void rotateNonce() {
        gate.dpop().rotateNonce();
    }

    /** Serves the authorization server at its own origin, as in 2025-03-26, without metadata about itself. */
    public ProtectedMcp hosts(AuthServer server) {
        server.desk().appearAt(front.http().origin());
        server.resourceRequired(false);
        own = server;
        servers = List.of(server);
        return metadataAt().announces(false);
    }

    /** Belongs to another authorization server from now on; tokens of the old one are worth nothing. */
    public void movesTo(AuthServer other) {
        other.resource(resource);
        servers.forEach(other::rival);
        servers = List.of(other);
    }

    /** Sets the authorization server to which {@link Lie#AS_SWITCH} leads. */
    public ProtectedMcp next(AuthServer other) {
        next = other;
        return this;
    }

    /** Ends the life of every access token of its authorization servers now. */
    public void expireAll() {
        servers.forEach(AuthServer::expireAll);
    }

    /** Tells this lie from now on, in its first variant, and no other. */
    public ProtectedMcp lie(Lie lie) {
        return lie(lie, 0);
    }

    /** Tells this variant of a lie from now on, and no other lie. */
    public ProtectedMcp lie(Lie lie, int variant) {
        lying.tell(lie, variant);
        return this;
    }

    /** Sets the place to which lies point. */
    public ProtectedMcp elsewhere(String place) {
        lying.point(place);
        return this;
    }

    /** Tells the truth from now on. */
    public ProtectedMcp honest() {
        lying.stop();
        return this;
    }

    // What it has seen.

    /** Returns the address for Streamable HTTP. */
    public String url() {
        return front.url();
    }

    /** Returns the name under which tokens are given out for it. */
    public String resource() {
        return resource;
    }

    /** Returns the address of its metadata, if they are anywhere. */
    public String metadataUrl() {
        var place = places.isEmpty() ? PrmPlace.PATH : places.iterator().next();
        return front.http().origin() + place.path(URI.create(url()).getPath());
    }

    /** Returns how many requests have come in with a good token. */
    public int withGoodToken() {
        return gate.good.get();
    }

    /** Returns how many requests have come with a token that is worth nothing here. */
    public int withBadToken() {
        return gate.bad.get();
    }

    /** Returns how many requests have come without a token. */
    public int withoutToken() {
        return gate.none.get();
    }

    /** Returns how many requests had a good token that was good for too little. */
    public int withTooLittleScope() {
        return gate.little.get();
    }

    /** Lists the places where its metadata have been looked for, in order. */
    public List<String> metadataRequests() {
        return List.copyOf(documents);
    }

    /** Lists the rules that clients have broken at the wall, one text each, in order. */
    public List<String> lint() {
        return lint.all();
    }

    /** Returns what is behind the wall. */
    public HttpFront front() {
        return front;
    }

    /** Ends everything but the authorization servers. */
    @Override
    public void close() {
        front.close();
    }

    // For the gate.

    Lying lying() {
        return lying;
    }

    List<AuthServer> servers() {
        return servers;
    }

    Set<String> needed(String method) {
        var always = required.getOrDefault("*", Set.of());
        return required.getOrDefault(method, always);
    }

    void used() {
        var other = next;
        if (other != null && lying.tells(Lie.AS_SWITCH) && !servers.contains(other)) {
            movesTo(other);
        }
    }

    /** Returns the words with which somebody is turned away. */
    String challenge(String scheme, @Nullable String error, @Nullable String scope) {
        var exact = challenge;
        if (exact != null) {
            return exact;
        }
        if (lying.tells(Lie.WWW_AUTH_EVIL)) {
            return EvilUrls.challenge(lying.variant(), metadataUrl(), lying.elsewhere());
        }
        var words = new StringBuilder(scheme).append(" realm=\"mcp\"");
        if (error != null) {
            words.append(", error=\"").append(error).append('"');
        }
        var wanted = scope == null ? challengeScope : scope;
        if (wanted != null) {
            words.append(", scope=\"").append(wanted).append('"');
        }
        if (announced) {
            var url = lying.tells(Lie.PRM_ELSEWHERE) ? lying.elsewhere() : metadataUrl();
            words.append(", resource_metadata=\"").append(url).append('"');
        }
        return words.toString();
    }

    int nextRefusal() {
        return refusals.incrementAndGet();
    }
}
