package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.HttpExchange;
import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes clients known that nobody has introduced (RFC 7591). */
final class RegisterEndpoint {
    private final AuthDesk desk;

    RegisterEndpoint(AuthDesk desk) {
        this.desk = desk;
    }

    void handle(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        desk.record(AuthEvent.Kind.REGISTER, request.path(), request);
        try {
            if (!desk.manners().registration) {
                throw new OAuthRefusal(403, "access_denied", "registration is closed");
            }
            if (desk.lying().tells(Lie.REGISTRATION_REFUSED)) {
                throw OAuthRefusal.of("invalid_redirect_uri", "these redirect addresses are not allowed here");
            }
            Documents.json(exchange, 201, register(request.json()).toString());
        } catch (OAuthRefusal refused) {
            AuthDesk.refuse(exchange, refused);
        }
    }

    private ObjectNode register(JsonNode asked) throws OAuthRefusal {
        var lint = desk.lint();
        if (lint.add(!(asked instanceof ObjectNode), "registration-not-json")) {
            throw OAuthRefusal.of("invalid_client_metadata", "not an object");
        }
        var uris = asked.path("redirect_uris");
        if (lint.add(!uris.isArray() || uris.isEmpty(), "redirect-uris-missing")) {
            throw OAuthRefusal.of("invalid_redirect_uri", "there are none");
        }
        var type = asked.path("application_type").asString("");
        lint.add(type.isEmpty(), "application-type-missing");
        boolean plain = uris.valueStream().anyMatch(uri -> uri.asString("").startsWith("http://"));
        if (lint.add(plain && type.equals("web"), "application-type-wrong")) {
            throw OAuthRefusal.of("invalid_redirect_uri", "a web application is answered over https");
        }
        return known((ObjectNode) asked);
    }

    private ObjectNode known(ObjectNode asked) throws OAuthRefusal {
        var method = asked.path("token_endpoint_auth_method").asString("client_secret_basic");
        if (desk.lint().add(!desk.manners().methods.contains(method), "client-authentication-unsupported")) {
            throw OAuthRefusal.of("invalid_client_metadata", "not one of " + desk.manners().methods);
        }
        var secrets = desk.manners().secrets;
        if (secrets != null) {
            method = secrets ? (method.equals("none") ? "client_secret_basic" : method) : "none";
        }
        var secret = method.startsWith("client_secret") ? desk.ledger().name("secret") : null;
        var id = desk.ledger().name("client");
        var answer = Json.object().put("client_id", id);
        answer.setAll(asked);
        answer.put("client_id", id).put("token_endpoint_auth_method", method);
        answer.put("client_id_issued_at", desk.now().getEpochSecond());
        if (secret != null) {
            answer.put("client_secret", secret).put("client_secret_expires_at", 0);
        }
        desk.clients().add(OAuthClient.of(id, secret, answer));
        return answer;
    }
}
