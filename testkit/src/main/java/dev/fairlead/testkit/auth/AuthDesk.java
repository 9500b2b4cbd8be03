package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What is inside an {@link AuthServer}: what it knows and remembers, and its endpoints. */
final class AuthDesk {
    private final String issuerPath;
    private final HttpServer http;
    private final Ledger ledger;
    private final Lint lint = new Lint();
    private final Lying lying = new Lying(false);
    private final AuthManners manners = new AuthManners();
    private final DpopChecks dpop = new DpopChecks(lint);
    private final JwtKey key = JwtKey.generate();
    private final Clients clients = new Clients(this);
    private final Grants grants = new Grants(this);
    private final MetadataEndpoint metadata = new MetadataEndpoint(this);
    private final AuthorizeEndpoint authorize = new AuthorizeEndpoint(this);
    private final RegisterEndpoint register = new RegisterEndpoint(this);
    private final TokenEndpoint token = new TokenEndpoint(this, grants);
    private final List<AuthEvent> events = new CopyOnWriteArrayList<>();
    private final Set<String> resources = ConcurrentHashMap.newKeySet();
    private final Map<String, String> elsewhere = new ConcurrentHashMap<>();
    private volatile String origin;

    AuthDesk(String issuerPath) {
        this.issuerPath = issuerPath;
        this.http = HttpServer.start(this::handle);
        this.origin = http.origin();
        this.ledger = new Ledger(Integer.toString(http.port()), lint);
    }

    void handle(HttpExchange exchange) throws IOException, InterruptedException {
        var path = exchange.request().path();
        if (path.contains("/.well-known/")) {
            metadata.handle(exchange);
            return;
        }
        switch (path.startsWith(issuerPath) ? path.substring(issuerPath.length()) : "") {
            case "/authorize" -> authorize.authorize(exchange);
            case "/login" -> authorize.login(exchange);
            case "/register" -> register.handle(exchange);
            case "/token" -> token.token(exchange);
            case "/revoke" -> token.revoke(exchange);
            case "/jwks" -> keys(exchange);
            default -> {
                record(AuthEvent.Kind.OTHER, path, exchange.request());
                exchange.answer(404);
            }
        }
    }

    private void keys(HttpExchange exchange) throws IOException {
        record(AuthEvent.Kind.KEYS, exchange.request().path(), exchange.request());
        var document = Json.object();
        document.putArray("keys").add(key.publicJwk());
        Documents.json(exchange, 200, document.toString());
    }

    static void refuse(HttpExchange exchange, OAuthRefusal refused) throws IOException {
        var text = Json.object().put("error", refused.error).put("error_description", refused.getMessage());
        Documents.json(exchange, refused.status, text.toString());
    }

    String issuer() {
        return origin + issuerPath;
    }

    String authorizationEndpoint() {
        return issuer() + "/authorize";
    }

    String tokenEndpoint() {
        return issuer() + "/token";
    }

    String registrationEndpoint() {
        return issuer() + "/register";
    }

    String revocationEndpoint() {
        return issuer() + "/revoke";
    }

    /** Lets the server appear at another origin, which hands its requests over. */
    void appearAt(String given) {
        origin = given;
    }

    String idToken(String subject, String clientId) {
        long at = now().getEpochSecond();
        var claims = Json.object()
                .put("iss", issuer())
                .put("sub", subject)
                .put("aud", clientId)
                .put("iat", at)
                .put("exp", at + 3600);
        return key.sign(Json.object().put("typ", "JWT"), claims);
    }

    String issuerPath() {
        return issuerPath;
    }

    AuthManners manners() {
        return manners;
    }

    Lying lying() {
        return lying;
    }

    Lint lint() {
        return lint;
    }

    Grants grants() {
        return grants;
    }

    JwtKey key() {
        return key;
    }

    HttpServer http() {
        return http;
    }

    List<AuthEvent> events() {
        return List.copyOf(events);
    }

    Set<String> resources() {
        return resources;
    }

    Map<String, String> elsewhere() {
        return elsewhere;
    }

    Ledger ledger() {
        return ledger;
    }

    Clients clients() {
        return clients;
    }

    DpopChecks dpop() {
        return dpop;
    }

    Instant now() {
        return manners.clock.instant();
    }

    String clientElsewhere(String id) {
        return elsewhere.getOrDefault(id, id);
    }

    void record(AuthEvent.Kind kind, String detail, RecordedRequest request) {
        events.add(new AuthEvent(kind, detail, request));
    }

    /** Says what is wrong with a resource parameter, null if nothing is. */
    @Nullable
    String resourceProblem(@Nullable String resource) {
        if (resource == null) {
            return lint.add(manners.resourceRequired, "resource-missing") ? "there is no resource" : null;
        }
        lint.add(resource.contains("#"), "resource-with-fragment");
        boolean unknown = !resources.isEmpty() && !resources.contains(resource);
        return lint.add(unknown, "resource-unknown") ? "there is no such resource here" : null;
    }
}
