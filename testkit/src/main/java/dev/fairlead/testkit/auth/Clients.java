package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The clients of an authorization server, and how they prove who they are. */
final class Clients {
    private static final String ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private final AuthDesk desk;
    private final Map<String, OAuthClient> known = new ConcurrentHashMap<>();
    private final Map<String, JsonNode> documents = new ConcurrentHashMap<>();
    private final Set<String> assertions = ConcurrentHashMap.newKeySet();
    private final List<AuthDesk> rivals = new CopyOnWriteArrayList<>();

    Clients(AuthDesk desk) {
        this.desk = desk;
    }

    void add(OAuthClient client) {
        known.put(client.id(), client);
    }

    void document(String url, JsonNode document) {
        documents.put(url, document);
    }

    void rival(AuthDesk other) {
        rivals.add(other);
    }

    boolean knows(String id) {
        return known.containsKey(id);
    }

    /** Returns the client of this id; null if there is none, which is remembered against whoever sent it. */
    @Nullable
    OAuthClient find(@Nullable String id) {
        if (id == null) {
            desk.lint().add("client-id-missing");
            return null;
        }
        var client = id.startsWith("https://") && id.indexOf('/', "https://".length()) > 0 ? documented(id) : null;
        if (client == null) {
            client = known.get(id);
        }
        if (client == null) {
            boolean foreign = desk.ledger().foreign("client", id)
                    || rivals.stream().anyMatch(rival -> rival.clients().knows(id));
            desk.lint().add(foreign ? "client-id-of-other-as" : "client-unknown");
        }
        return client;
    }

    private @Nullable OAuthClient documented(String url) {
        if (desk.lint().add(!desk.manners().clientDocuments, "client-documents-unsupported")) {
            return null;
        }
        var document = documents.get(url);
        if (document == null
                || desk.lint().add(!document.path("client_id").asString("").equals(url), "client-document-id")) {
            return null;
        }
        return OAuthClient.of(url, null, document);
    }

    /** Returns the client that sent a form, once it has proved that it is that client. */
    OAuthClient authenticated(RecordedRequest request, Form form) throws OAuthRefusal {
        var basic = basic(request);
        var assertion = Jwt.read(form.value("client_assertion"));
        int ways =
                (basic == null ? 0 : 1) + (form.has("client_secret") ? 1 : 0) + (form.has("client_assertion") ? 1 : 0);
        desk.lint().add(ways > 1, "client-authenticated-twice");
        var secret = basic == null ? form.value("client_secret") : basic.value();
        desk.lint().add(desk.ledger().foreign("secret", secret), "secret-of-other-as");
        if (form.has("client_assertion")) {
            return asserted(form, assertion);
        }
        var client = find(basic == null ? form.value("client_id") : basic.name());
        var method = basic != null ? "client_secret_basic" : secret != null ? "client_secret_post" : "none";
        if (client == null) {
            throw unauthorized("who is that?");
        }
        if (desk.lint().add(!client.method().equals(method), "client-authentication-method")) {
            throw unauthorized("this client authenticates by " + client.method() + ", not " + method);
        }
        if (client.secret() != null && !client.secret().equals(secret)) {
            desk.lint().add("client-secret-wrong");
            throw unauthorized("wrong secret");
        }
        return client;
    }

    private static Form.@Nullable Field basic(RecordedRequest request) throws OAuthRefusal {
        var header = request.header("Authorization").orElse("");
        if (!header.regionMatches(true, 0, "Basic ", 0, 6)) {
            return null;
        }
        try {
            var text = new String(Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            return new Form.Field(Form.decode(text.substring(0, colon)), Form.decode(text.substring(colon + 1)));
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException unreadable) {
            throw unauthorized("an unreadable Authorization header");
        }
    }

    private OAuthClient asserted(Form form, @Nullable Jwt assertion) throws OAuthRefusal {
        if (assertion == null || !ASSERTION.equals(form.value("client_assertion_type"))) {
            desk.lint().add("client-assertion-unreadable");
            throw unauthorized("no assertion");
        }
        var client = find(assertion.claim("sub"));
        if (client == null) {
            throw unauthorized("who is that?");
        }
        var problem = problem(assertion, client, form);
        if (problem != null) {
            desk.lint().add(problem);
            throw unauthorized(problem);
        }
        return client;
    }

    private @Nullable String problem(Jwt assertion, OAuthClient client, Form form) {
        var named = form.value("client_id");
        if (!client.method().equals("private_key_jwt")) {
            return "client-authentication-method";
        } else if (!assertion.signedBy(client.keyOrNothing())) {
            return "client-assertion-signature";
        } else if (!assertion.claim("iss").equals(client.id()) || (named != null && !named.equals(client.id()))) {
            return "client-assertion-issuer";
        } else if (!assertion.isFor(desk.issuer()) && !assertion.isFor(desk.tokenEndpoint())) {
            return "client-assertion-audience";
        } else if (assertion.claims().path("exp").asLong(0) <= desk.now().getEpochSecond()) {
            return "client-assertion-expired";
        }
        return assertions.add(assertion.claim("jti")) ? null : "client-assertion-replayed";
    }

    private static OAuthRefusal unauthorized(String why) {
        return new OAuthRefusal(401, "invalid_client", why);
    }
}
