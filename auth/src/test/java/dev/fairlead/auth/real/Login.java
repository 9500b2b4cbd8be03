package dev.fairlead.auth.real;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An authorization code flow by hand.
 *
 * @param metadata of the authorization server
 * @param resource what the token is for
 */
record Login(JsonNode metadata, String clientId, String redirectUri, String resource) {
    private static final String VERIFIER = "v".repeat(64);

    String endpoint(String name) {
        return metadata.path(name).stringValue();
    }

    /** Describes a public client of a person's own machine. */
    static ObjectNode nativeClient(String redirectUri) {
        var client = Json.object()
                .put("client_name", "By hand")
                .put("application_type", "native")
                .put("token_endpoint_auth_method", "none");
        client.putArray("redirect_uris").add(redirectUri);
        client.putArray("grant_types").add("authorization_code").add("refresh_token");
        client.putArray("response_types").add("code");
        return client;
    }

    /** Returns where a person comes back after logging in and agreeing. */
    String callback(HttpUserAgent person, String scope) throws IOException {
        var query = Map.of(
                "response_type",
                "code",
                "client_id",
                clientId,
                "redirect_uri",
                redirectUri,
                "scope",
                scope,
                "state",
                "s-1",
                "prompt",
                "consent",
                "resource",
                resource,
                "code_challenge",
                ByHand.challenge(VERIFIER),
                "code_challenge_method",
                "S256");
        return person.stopBefore(redirectUri, endpoint("authorization_endpoint") + "?" + ByHand.encoded(query));
    }

    ByHand.Answer redeem(String code) {
        return token(Map.of(
                "grant_type", "authorization_code",
                "code", code,
                "redirect_uri", redirectUri,
                "code_verifier", VERIFIER,
                "resource", resource));
    }

    ByHand.Answer refresh(String refreshToken) {
        return token(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken, "resource", resource));
    }

    ByHand.Answer revoke(String token) {
        return ByHand.post(endpoint("revocation_endpoint"), Map.of("client_id", clientId, "token", token));
    }

    private ByHand.Answer token(Map<String, String> form) {
        var all = new LinkedHashMap<>(form);
        all.put("client_id", clientId);
        return ByHand.post(endpoint("token_endpoint"), all);
    }
}
