package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.Part;
import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.data.message.AiMessage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What LangChain4j keeps beside a message for its provider, such as the signature of a thought, kept in a transcript. */
final class Attributes {
    private static final String MEMBER = "attributes";
    private static final int DEEPEST = 20;

    private Attributes() {}

    /** Returns the keepsake of something that has none but who said it. */
    static Keepsake none(String keeper) {
        return new Keepsake(keeper, Json.object());
    }

    /** Returns the keepsake of a message; null if it has nothing to keep. */
    static @Nullable Keepsake keep(String keeper, AiMessage message) {
        var kept = new LinkedHashMap<String, Object>();
        var all = message.attributes();
        if (all != null) {
            all.forEach((name, value) -> {
                // Pictures are parts of the answer; and what is not plain could not be written down.
                if (!name.equals(AiMessage.GENERATED_IMAGES_KEY) && isPlain(value, 0)) {
                    kept.put(name, value);
                }
            });
        }
        return kept.isEmpty() ? null : new Keepsake(keeper, Json.object().set(MEMBER, Json.tree(kept)));
    }

    /** Returns what was kept of a message, all of whose keepsakes are of its provider. */
    static Map<String, Object> of(List<Part> parts) {
        var all = new LinkedHashMap<String, Object>();
        for (var part : parts) {
            var keepsake = part.keepsake();
            if (keepsake != null) {
                keepsake.data()
                        .path(MEMBER)
                        .properties()
                        .forEach(each -> all.put(each.getKey(), plain(each.getValue())));
            }
        }
        return all;
    }

    private static Object plain(JsonNode value) {
        return Json.value(value, Object.class);
    }

    private static boolean isPlain(@Nullable Object value, int depth) {
        if (value instanceof Collection<?> values) {
            return depth < DEEPEST && values.stream().allMatch(each -> isPlain(each, depth + 1));
        }
        if (value instanceof Map<?, ?> members) {
            return depth < DEEPEST
                    && members.keySet().stream().allMatch(String.class::isInstance)
                    && members.values().stream().allMatch(each -> isPlain(each, depth + 1));
        }
        return value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double;
    }
}
