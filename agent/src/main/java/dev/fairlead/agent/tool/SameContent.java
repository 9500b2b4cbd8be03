package dev.fairlead.agent.tool;

import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Finds out whether structured content is said already by the text beside it, as the protocol wants it for those who do
 * not know structured content.
 */
final class SameContent {
    private static final int LONGEST_READ = 2_000_000;

    private SameContent() {}

    static boolean said(JsonNode structured, List<ContentBlock> content) {
        var texts = content.stream()
                .filter(ContentBlock.Text.class::isInstance)
                .map(block -> ((ContentBlock.Text) block).text())
                .toList();
        if (texts.stream().anyMatch(text -> says(text, structured))) {
            return true;
        }
        // Some libraries wrap what is no object, and write each element of a list as a text of its own.
        var inner = structured.isObject() && structured.size() == 1 ? structured.get("result") : null;
        return inner != null && (texts.stream().anyMatch(text -> says(text, inner)) || eachSaid(inner, texts));
    }

    private static boolean eachSaid(JsonNode list, List<String> texts) {
        if (!list.isArray() || list.isEmpty() || list.size() != texts.size()) {
            return false;
        }
        for (int i = 0; i < texts.size(); i++) {
            if (!says(texts.get(i), list.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean says(String text, JsonNode value) {
        if (value.isString() && value.stringValue().equals(text)) {
            return true;
        }
        var read = read(text);
        return read != null && same(read, value);
    }

    private static @Nullable JsonNode read(String text) {
        if (text.isBlank() || text.length() > LONGEST_READ) {
            return null;
        }
        try {
            return Json.parse(text);
        } catch (JacksonException noJson) {
            return null; // Most texts are none.
        }
    }

    /** Compares numbers by their value: 1 is 1.0. */
    private static boolean same(JsonNode one, JsonNode other) {
        return one.equals(
                (left, right) -> left.isNumber()
                                && right.isNumber()
                                && Schemas.decimal(left).compareTo(Schemas.decimal(right)) == 0
                        ? 0
                        : left.equals(right) ? 0 : 1,
                other);
    }
}
