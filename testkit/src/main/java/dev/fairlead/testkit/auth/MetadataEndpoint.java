package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.HttpExchange;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says what an authorization server can do and where. */
final class MetadataEndpoint {
    private final AuthDesk desk;

    MetadataEndpoint(AuthDesk desk) {
        this.desk = desk;
    }

    void handle(HttpExchange exchange) throws IOException, InterruptedException {
        var request = exchange.request();
        desk.record(AuthEvent.Kind.METADATA, request.path(), request);
        desk.lint().add(request.has("Authorization"), "credentials-in-metadata-request");
        boolean ours = desk.manners().places.stream()
                .anyMatch(place -> place.path(desk.issuerPath()).equals(request.path()));
        if (!ours) {
            boolean expected = List.of(WellKnown.values()).stream()
                    .anyMatch(place -> place.path(desk.issuerPath()).equals(request.path()));
            desk.lint().add(!expected, "metadata-place-unknown");
            exchange.answer(404);
            return;
        }
        var lying = desk.lying();
        if (lying.tells(Lie.METADATA_HUGE)) {
            Documents.huge(exchange, document(), lying.variant() == 1);
        } else if (lying.tells(Lie.METADATA_SLOW)) {
            Documents.slowly(exchange, document());
        } else if (lying.tells(Lie.METADATA_HTML)) {
            Documents.html(exchange, 200, "<p>Welcome</p>");
        } else if (lying.tells(Lie.METADATA_REDIRECT)) {
            Documents.redirect(exchange, 302, lying.elsewhere());
        } else {
            Documents.json(exchange, 200, document().toString());
        }
    }

    ObjectNode document() {
        var manners = desk.manners();
        var document = Json.object()
                .put("issuer", desk.issuer())
                .put("authorization_endpoint", desk.authorizationEndpoint())
                .put("token_endpoint", desk.tokenEndpoint())
                .put("revocation_endpoint", desk.revocationEndpoint())
                .put("jwks_uri", desk.issuer() + "/jwks");
        if (manners.registration) {
            document.put("registration_endpoint", desk.registrationEndpoint());
        }
        if (manners.clientDocuments) {
            document.put("client_id_metadata_document_supported", true);
        }
        if (manners.issuerParameter) {
            document.put("authorization_response_iss_parameter_supported", true);
        }
        if (!manners.scopes.isEmpty()) {
            document.set("scopes_supported", texts(manners.scopes));
        }
        if (manners.dpop != Dpop.OFF) {
            document.set("dpop_signing_alg_values_supported", texts(List.of("ES256")));
        }
        document.set("response_types_supported", texts(List.of("code")));
        document.set("grant_types_supported", texts(Grants.TYPES));
        document.set("authorization_grant_profiles_supported", texts(List.of(Grants.ID_JAG_PROFILE)));
        document.set("code_challenge_methods_supported", texts(List.of("S256")));
        document.set("token_endpoint_auth_methods_supported", texts(manners.methods));
        document.set("token_endpoint_auth_signing_alg_values_supported", texts(List.of("ES256", "RS256")));
        manners.metadata.accept(document);
        return lied(document);
    }

    private ObjectNode lied(ObjectNode document) {
        var lying = desk.lying();
        if (lying.tells(Lie.EVIL_AUTHORIZE)) {
            document.put(
                    "authorization_endpoint",
                    EvilUrls.authorize(lying.variant(), desk.authorizationEndpoint(), lying.elsewhere()));
        } else if (lying.tells(Lie.ISSUER_MISMATCH)) {
            document.put("issuer", lying.variant() == 0 ? "https://honest.example" : desk.issuer() + "/");
        } else if (lying.tells(Lie.NO_PKCE)) {
            document.remove("code_challenge_methods_supported");
        } else if (lying.tells(Lie.PKCE_PLAIN)) {
            document.set("code_challenge_methods_supported", texts(List.of("plain")));
        } else if (lying.tells(Lie.MIX_UP_TOKEN)) {
            document.put("token_endpoint", lying.elsewhere());
        } else if (lying.tells(Lie.MIX_UP_AUTHORIZE)) {
            document.put("authorization_endpoint", lying.elsewhere());
        } else if (lying.tells(Lie.ISS_MISSING)) {
            document.put("authorization_response_iss_parameter_supported", true);
        }
        return document;
    }

    static ArrayNode texts(List<String> values) {
        var array = Json.array();
        values.forEach(array::add);
        return array;
    }
}
