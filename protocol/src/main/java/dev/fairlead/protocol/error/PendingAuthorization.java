package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Json;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A login that a person has begun and that any machine may finish. It holds secrets: keep it where only this application
 * reads, and never show it to the browser.
 *
 * @param server the URL of the server that wants authorization
 * @param owner whose authorization it will be, in the words of the application
 * @param issuer the authorization server, exactly as it names itself
 * @param issuerNamesItself whether it said that its answers name it
 * @param formerServer whether it was found in the way of 2025-03-26
 * @param clientId who we are at the authorization server
 * @param redirectUri where the person comes back
 * @param resource what the authorization is for
 * @param scopes what was asked for; empty if nothing special
 * @param state what the answer must repeat
 * @param verifier what proves that we began it
 * @param boundToKey whether the token is to be bound to a key
 * @param begun when it was begun
 */
public record PendingAuthorization(
        String server,
        String owner,
        String issuer,
        boolean issuerNamesItself,
        boolean formerServer,
        String clientId,
        String redirectUri,
        @Nullable String resource,
        List<String> scopes,
        String state,
        String verifier,
        boolean boundToKey,
        Instant begun)
        implements Serializable {

    public PendingAuthorization {
        scopes = List.copyOf(scopes);
    }

    /** Writes it as JSON. */
    public String toJson() {
        var json = Json.object()
                .put("server", server)
                .put("owner", owner)
                .put("issuer", issuer)
                .put("issuerNamesItself", issuerNamesItself)
                .put("formerServer", formerServer)
                .put("clientId", clientId)
                .put("redirectUri", redirectUri)
                .put("state", state)
                .put("verifier", verifier)
                .put("boundToKey", boundToKey)
                .put("begun", begun.toString());
        if (resource != null) {
            json.put("resource", resource);
        }
        var list = json.putArray("scopes");
        scopes.forEach(list::add);
        return Json.write(json);
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IllegalArgumentException if it is something else; never shows what
     */
    public static PendingAuthorization from(String json) {
        try {
            var tree = Json.parse(json);
            return new PendingAuthorization(
                    text(tree, "server"),
                    text(tree, "owner"),
                    text(tree, "issuer"),
                    tree.path("issuerNamesItself").asBoolean(false),
                    tree.path("formerServer").asBoolean(false),
                    text(tree, "clientId"),
                    text(tree, "redirectUri"),
                    tree.path("resource").isString() ? text(tree, "resource") : null,
                    tree.path("scopes").valueStream().map(JsonNode::stringValue).toList(),
                    text(tree, "state"),
                    text(tree, "verifier"),
                    tree.path("boundToKey").asBoolean(false),
                    Instant.parse(text(tree, "begun")));
        } catch (RuntimeException unreadable) {
            // Without the cause, which quotes what may be secret.
            throw new IllegalArgumentException("not a pending authorization (%s)"
                    .formatted(unreadable.getClass().getSimpleName()));
        }
    }

    private static String text(JsonNode tree, String member) {
        var value = tree.path(member);
        if (!value.isString()) {
            throw new IllegalArgumentException("no " + member);
        }
        return value.stringValue();
    }

    /** Says where, not how: the rest is secret. */
    @Override
    public String toString() {
        return "PendingAuthorization[issuer=%s, begun=%s]".formatted(issuer, begun);
    }
}
