package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A client that an authorization server knows.
 *
 * @param method how it authenticates at the token endpoint
 * @param key the public key of a client that signs assertions
 * @param refreshes whether it asked for refresh tokens
 */
record OAuthClient(
        String id,
        @Nullable String secret,
        String method,
        List<String> redirectUris,
        @Nullable JsonNode key,
        boolean refreshes) {

    /** Returns the client that a document of metadata describes (RFC 7591). */
    static OAuthClient of(String id, @Nullable String secret, JsonNode metadata) {
        var uris = metadata.path("redirect_uris")
                .valueStream()
                .map(uri -> uri.asString(""))
                .toList();
        var method =
                metadata.path("token_endpoint_auth_method").asString(secret == null ? "none" : "client_secret_basic");
        var key = metadata.path("jwks").path("keys").path(0);
        boolean refreshes = metadata.path("grant_types")
                .valueStream()
                .anyMatch(grant -> grant.asString("").equals("refresh_token"));
        return new OAuthClient(id, secret, method, uris, key.isObject() ? key : null, refreshes);
    }

    /** Tells whether it may be answered there; the port of a loopback address is free (RFC 8252, 7.3). */
    boolean redirectsTo(String uri) {
        return redirectUris.contains(uri)
                || redirectUris.stream()
                        .anyMatch(known -> loopback(known) && anyPort(known).equals(anyPort(uri)));
    }

    private static boolean loopback(String uri) {
        return uri.startsWith("http://127.0.0.1")
                || uri.startsWith("http://[::1]")
                || uri.startsWith("http://localhost");
    }

    private static String anyPort(String uri) {
        try {
            var parsed = URI.create(uri);
            return parsed.getScheme() + "://" + parsed.getHost() + parsed.getRawPath() + "?" + parsed.getRawQuery();
        } catch (IllegalArgumentException unreadable) {
            return uri;
        }
    }

    JsonNode keyOrNothing() {
        return key == null ? Json.object() : key;
    }
}
