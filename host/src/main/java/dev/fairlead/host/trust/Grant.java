package dev.fairlead.host.trust;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.StoreException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A standing decision.
 *
 * @param hash the definition that is allowed; null where nothing is, and where a whole server is
 */
public record Grant(
        Subject subject,
        Decision decision,
        Scope scope,
        @Nullable String hash) {

    /** What was decided. */
    public enum Decision {
        /** Somebody is asked at every call. */
        ASK,
        /** Calls are made. */
        ALLOW,
        /** No call is made. */
        DENY;

        /** Returns the word for it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Tells whether a call of this definition is allowed. */
    boolean allows(String definition) {
        return decision == Decision.ALLOW && (hash == null || hash.equals(definition));
    }

    boolean denies() {
        return decision == Decision.DENY;
    }

    String toJson() {
        var json = Json.object();
        json.put("decision", decision.word());
        json.put("server", subject.server());
        if (subject.tool() != null) {
            json.put("tool", subject.tool());
        }
        if (hash != null) {
            json.put("definition", hash);
        }
        // ASCII, since not every store keeps every character.
        return Canonical.text(json);
    }

    /** Reads what is kept; what cannot be understood might be a denial, and is never taken for nothing. */
    static Grant from(@Nullable String principal, String key, String kept) {
        try {
            var json = Json.parse(kept);
            var decision = decision(json.path("decision").stringValue(""));
            var tool = optional(json.path("tool"));
            var hash = optional(json.path("definition"));
            if (decision != null && json.path("server").isString() && bound(decision, tool, hash)) {
                var subject = new Subject(principal, json.path("server").stringValue(), tool);
                return new Grant(subject, decision, Scope.ALWAYS, hash);
            }
        } catch (JacksonException unreadable) {
            throw broken(key, unreadable);
        }
        throw broken(key, null);
    }

    /** Permission for a single tool is bound to its definition, always. */
    private static boolean bound(Decision decision, @Nullable String tool, @Nullable String hash) {
        return decision != Decision.ALLOW || (tool == null) == (hash == null);
    }

    private static @Nullable Decision decision(String word) {
        return Arrays.stream(Decision.values())
                .filter(value -> value.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String optional(JsonNode value) {
        return value.isString() ? value.stringValue() : null;
    }

    private static StoreException broken(String key, @Nullable Throwable cause) {
        return new StoreException(
                "The decision kept under '%s' cannot be understood; revoke it, and decide again".formatted(key), cause);
    }
}
