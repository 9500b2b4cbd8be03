package dev.fairlead.auth;

import dev.fairlead.auth.token.ProofKey;
import dev.fairlead.auth.token.Tokens;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An authorization that was granted for one server.
 *
 * @param issuer who granted it
 * @param former whether it was found in the way of 2025-03-26
 * @param clientId to whom
 * @param redirectUri where the person came back
 * @param resource for what
 * @param asked every scope that was asked for
 * @param granted the scopes that were granted, as far as that was said
 * @param expires when the token ends; null if that was not said
 * @param key to which the tokens are bound; null if to none
 * @param stepUps how often more was asked for in a row, with no request in between that got through
 */
record Held(
        String issuer,
        boolean former,
        String clientId,
        String redirectUri,
        @Nullable String resource,
        Set<String> asked,
        @Nullable List<String> granted,
        String access,
        String type,
        @Nullable String refresh,
        Instant obtained,
        @Nullable Instant expires,
        @Nullable ProofKey key,
        int stepUps) {
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(30);
    private static final int MARGIN_SHARE = 10;

    /** Returns this authorization with the tokens that replace the present ones. */
    Held renewed(Tokens tokens, Instant now) {
        return new Held(
                issuer,
                former,
                clientId,
                redirectUri,
                resource,
                asked,
                tokens.scopes() == null ? granted : tokens.scopes(),
                tokens.access(),
                tokens.type(),
                tokens.refresh() == null ? refresh : tokens.refresh(), // Not every server rotates.
                now,
                tokens.lifetime() == null ? null : now.plus(tokens.lifetime()),
                key,
                stepUps);
    }

    /** Returns this authorization when what renews it has proved worthless. */
    Held notRenewable() {
        return with(null, stepUps);
    }

    /** Returns this authorization when a request got through with it: whoever asks for more from now on begins to count. */
    Held accepted() {
        return with(refresh, 0);
    }

    private Held with(@Nullable String renewedBy, int inARow) {
        return new Held(
                issuer,
                former,
                clientId,
                redirectUri,
                resource,
                asked,
                granted,
                access,
                type,
                renewedBy,
                obtained,
                expires,
                key,
                inARow);
    }

    /** Tells whether another token should be got before this one is shown. */
    boolean nearlyOver(Instant now) {
        if (expires == null) {
            return false;
        }
        var share = Duration.between(obtained, expires).dividedBy(MARGIN_SHARE);
        return now.isAfter(expires.minus(share.compareTo(LONGEST_MARGIN) < 0 ? share : LONGEST_MARGIN));
    }

    boolean over(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    ObjectNode toJson() {
        var json = Json.object()
                .put("issuer", issuer)
                .put("former", former)
                .put("clientId", clientId)
                .put("redirectUri", redirectUri)
                .put("access", access)
                .put("type", type)
                .put("obtained", obtained.toString())
                .put("stepUps", stepUps);
        var scopes = json.putArray("asked");
        asked.forEach(scopes::add);
        if (granted != null) {
            var list = json.putArray("granted");
            granted.forEach(list::add);
        }
        if (resource != null) {
            json.put("resource", resource);
        }
        if (refresh != null) {
            json.put("refresh", refresh);
        }
        if (expires != null) {
            json.put("expires", expires.toString());
        }
        if (key != null) {
            json.put("key", key.toJson());
        }
        return json;
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IllegalArgumentException if it is something else; never shows what
     */
    static Held from(String text) {
        try {
            var json = Json.parse(text);
            return new Held(
                    json.required("issuer").stringValue(),
                    json.path("former").asBoolean(false),
                    json.required("clientId").stringValue(),
                    json.required("redirectUri").stringValue(),
                    optional(json, "resource"),
                    new LinkedHashSet<>(texts(json.required("asked"))),
                    json.has("granted") ? texts(json.get("granted")) : null,
                    json.required("access").stringValue(),
                    json.required("type").stringValue(),
                    optional(json, "refresh"),
                    Instant.parse(json.required("obtained").stringValue()),
                    json.has("expires") ? Instant.parse(json.get("expires").stringValue()) : null,
                    json.has("key") ? ProofKey.from(json.get("key").stringValue()) : null,
                    json.path("stepUps").asInt(0));
        } catch (RuntimeException unreadable) {
            throw new IllegalArgumentException(
                    "not an authorization (%s)".formatted(unreadable.getClass().getSimpleName()));
        }
    }

    private static @Nullable String optional(JsonNode json, String name) {
        return json.has(name) ? json.get(name).stringValue() : null;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::stringValue).toList();
    }

    /** Says nothing of the tokens. */
    @Override
    public String toString() {
        return "Held[issuer=%s, expires=%s]".formatted(issuer, expires);
    }
}
