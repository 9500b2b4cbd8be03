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
 * @param hash what is allowed: the definition of a tool, or what a whole server is; null where nothing is
 */
public record Grant(
        Subject subject,
        Decision decision,
        Scope scope,
        @Nullable String hash) {

    private static final String DEFINITION = "definition";
    private static final String SERVER = "serverIs";

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

    /** Tells whether just this is allowed: a definition, or what a server is. */
    boolean allows(String definition) {
        return decision == Decision.ALLOW && definition.equals(hash);
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
            json.put(subject.tool() == null ? SERVER : DEFINITION, hash);
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
            var hash = optional(json.path(tool == null ? SERVER : DEFINITION));
            if (decision != null && json.path("server").isString() && bound(decision, tool, hash)) {
                var subject = new Subject(principal, json.path("server").stringValue(), tool);
                return new Grant(subject, decision, Scope.ALWAYS, hash);
            }
        } catch (JacksonException unreadable) {
            throw broken(key, unreadable);
        }
        throw broken(key, null);
    }

    /** Permission for a single tool is bound to its definition, always; that of a server that is not allows nothing. */
    private static boolean bound(Decision decision, @Nullable String tool, @Nullable String hash) {
        return decision != Decision.ALLOW || tool == null || hash != null;
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
