package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.auth.Ledger.Grant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Decides, for each kind of token request, what the client may have. */
final class Grants {
    static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
    static final List<String> TYPES =
            List.of("authorization_code", "refresh_token", "client_credentials", JWT_BEARER, EXCHANGE);
    static final String ID_JAG_PROFILE = "urn:ietf:params:oauth:grant-profile:id-jag";
    private static final String ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";
    private static final String ID_JAG_TYPE = "oauth-id-jag+jwt";

    private final AuthDesk desk;
    private final Map<String, JsonNode> trusted = new ConcurrentHashMap<>();
    private final Set<String> assertions = ConcurrentHashMap.newKeySet();

    Grants(AuthDesk desk) {
        this.desk = desk;
    }

    void trust(String issuer, JsonNode key) {
        trusted.put(issuer, key);
    }

    /** A grant, and the refresh token that comes with it, if any. */
    record Decision(Grant grant, String family, Ledger.@Nullable Refresh refresh) {}

    Decision code(Form form, OAuthClient client, @Nullable String key) throws OAuthRefusal {
        var lint = desk.lint();
        var code = desk.ledger().take(form.value("code"), desk.now());
        if (lint.add(!code.grant().client().equals(client.id()), "code-of-other-client")) {
            throw OAuthRefusal.of("invalid_grant", "the code belongs to another client");
        }
        if (lint.add(!code.redirectUri().equals(form.value("redirect_uri")), "redirect-uri-mismatch")) {
            throw OAuthRefusal.of("invalid_grant", "the code went to another address");
        }
        var verifier = form.value("code_verifier");
        if (verifier == null) {
            lint.add("verifier-missing");
            throw OAuthRefusal.of("invalid_grant", "there is no verifier");
        }
        lint.add(!verifier.matches("[A-Za-z0-9._~-]{43,128}"), "verifier-malformed");
        if (lint.add(!JwtKey.hash(verifier).equals(code.challenge()), "verifier-mismatch")) {
            throw OAuthRefusal.of("invalid_grant", "the verifier does not fit");
        }
        sameResource(form, code.grant());
        if (code.grant().thumbprint() != null && !code.grant().thumbprint().equals(key)) {
            throw OAuthRefusal.of("invalid_dpop_proof", "the code is bound to another key");
        }
        var grant = code.grant().bound(key);
        boolean lasting = desk.manners().refreshTokens && client.refreshes();
        return new Decision(grant, code.family(), lasting ? desk.ledger().refresh(grant, code.family()) : null);
    }

    Decision refresh(Form form, OAuthClient client, @Nullable String key) throws OAuthRefusal {
        var lint = desk.lint();
        var old = desk.ledger().refreshable(form.value("refresh_token"));
        if (lint.add(!old.grant().client().equals(client.id()), "refresh-of-other-client")) {
            throw OAuthRefusal.of("invalid_grant", "the refresh token belongs to another client");
        }
        if (old.grant().thumbprint() != null && !old.grant().thumbprint().equals(key)) {
            lint.add("refresh-with-other-key");
            throw OAuthRefusal.of("invalid_grant", "the refresh token is bound to another key");
        }
        sameResource(form, old.grant());
        var scopes = form.scopes().isEmpty() ? old.grant().scopes() : form.scopes();
        if (lint.add(!old.grant().scopes().containsAll(scopes), "scope-widened")) {
            throw OAuthRefusal.of("invalid_scope", "more than was granted");
        }
        if (desk.lying().tells(Lie.REFRESH_INVALID_GRANT)) {
            throw OAuthRefusal.of("invalid_grant", "it is over");
        }
        var next = desk.manners().rotating ? desk.ledger().rotate(old) : null;
        return new Decision(old.grant().scopes(scopes), old.family(), next);
    }

    private void sameResource(Form form, Grant grant) throws OAuthRefusal {
        var resource = form.value("resource");
        var problem = desk.resourceProblem(resource);
        if (problem != null) {
            throw OAuthRefusal.of("invalid_target", problem);
        }
        if (resource != null && desk.lint().add(!resource.equals(grant.resource()), "resource-changed")) {
            throw OAuthRefusal.of("invalid_target", "that was not what was authorized");
        }
    }

    Decision clientCredentials(Form form, OAuthClient client, @Nullable String key) throws OAuthRefusal {
        if (desk.lint().add(client.method().equals("none"), "client-credentials-of-public-client")) {
            throw OAuthRefusal.of("unauthorized_client", "this client has no credentials");
        }
        return alone(client.id(), client.id(), form.value("resource"), form.scopes(), key);
    }

    private Decision alone(
            String subject, String client, @Nullable String resource, Set<String> scopes, @Nullable String key)
            throws OAuthRefusal {
        var problem = desk.resourceProblem(resource);
        if (problem != null) {
            throw OAuthRefusal.of("invalid_target", problem);
        }
        var granted = desk.manners().granting.apply(scopes);
        return new Decision(
                new Grant(subject, client, resource, granted, key),
                desk.ledger().name("family"),
                null);
    }

    /** Tells whether a request needs no client: a workload says all in its assertion. */
    static boolean anonymous(Form form) {
        var assertion = Jwt.read(form.value("assertion"));
        return JWT_BEARER.equals(form.value("grant_type"))
                && !form.has("client_id")
                && !form.has("client_assertion")
                && (assertion == null
                        || !assertion.header().path("typ").asString("").equals(ID_JAG_TYPE));
    }

    Decision assertion(Form form, @Nullable OAuthClient client, @Nullable String key) throws OAuthRefusal {
        var assertion = believed(form.value("assertion"), desk.issuer(), desk.tokenEndpoint());
        boolean enterprise = assertion.header().path("typ").asString("").equals(ID_JAG_TYPE);
        if (!enterprise) {
            var id = client == null ? assertion.claim("sub") : client.id();
            return alone(assertion.claim("sub"), id, form.value("resource"), form.scopes(), key);
        }
        if (client == null || !assertion.claim("client_id").equals(client.id())) {
            desk.lint().add("id-jag-of-other-client");
            throw OAuthRefusal.of("invalid_grant", "the assertion is for another client");
        }
        var resource = assertion.claim("resource").isEmpty() ? form.value("resource") : assertion.claim("resource");
        return alone(assertion.claim("sub"), client.id(), resource, Form.words(assertion.claim("scope")), key);
    }

    private Jwt believed(@Nullable String text, String... audiences) throws OAuthRefusal {
        var token = Jwt.read(text);
        if (token == null) {
            desk.lint().add("assertion-unreadable");
            throw OAuthRefusal.of("invalid_grant", "not an assertion");
        }
        var key = trusted.get(token.claim("iss"));
        if (key == null || !token.signedBy(key)) {
            throw OAuthRefusal.of("invalid_grant", "nobody here trusts that issuer or signature");
        }
        if (desk.lint().add(List.of(audiences).stream().noneMatch(token::isFor), "assertion-audience")) {
            throw OAuthRefusal.of("invalid_grant", "the assertion is for somebody else");
        }
        if (token.claims().path("exp").asLong(0) <= desk.now().getEpochSecond()) {
            throw OAuthRefusal.of("invalid_grant", "the assertion has expired");
        }
        var id = token.claim("jti");
        if (!id.isEmpty() && desk.lint().add(!assertions.add(id), "assertion-replayed")) {
            throw OAuthRefusal.of("invalid_grant", "the assertion has been used");
        }
        return token;
    }

    /** Exchanges the proof of who somebody is for the assertion that another server accepts (RFC 8693, ID-JAG). */
    ObjectNode exchange(Form form, OAuthClient client) throws OAuthRefusal {
        var lint = desk.lint();
        var subject = Jwt.read(form.value("subject_token"));
        if (subject == null || !subject.signedBy(desk.key().publicJwk()) || !subject.isFor(client.id())) {
            lint.add("subject-token-wrong");
            throw OAuthRefusal.of("invalid_request", "not an identity token of this server for this client");
        }
        var type = form.value("subject_token_type");
        lint.add(!"urn:ietf:params:oauth:token-type:id_token".equals(type), "subject-token-type");
        if (lint.add(!ID_JAG.equals(form.value("requested_token_type")), "requested-token-type")) {
            throw OAuthRefusal.of("invalid_request", "only ID-JAG can be had here");
        }
        lint.add(!form.has("resource"), "resource-missing");
        if (lint.add(!form.has("audience"), "audience-missing")) {
            throw OAuthRefusal.of("invalid_target", "for whom?");
        }
        long now = desk.now().getEpochSecond();
        var claims = Json.object()
                .put("iss", desk.issuer())
                .put("sub", subject.claim("sub"))
                .put("aud", form.value("audience"))
                .put("client_id", desk.clientElsewhere(client.id()))
                .put("resource", form.value("resource"))
                .put("scope", String.join(" ", form.scopes()))
                .put("jti", UUID.randomUUID().toString())
                .put("iat", now)
                .put("exp", now + 300);
        return Json.object()
                .put("issued_token_type", ID_JAG)
                .put("access_token", desk.key().sign(Json.object().put("typ", ID_JAG_TYPE), claims))
                .put("token_type", "N_A")
                .put("expires_in", 300);
    }
}
