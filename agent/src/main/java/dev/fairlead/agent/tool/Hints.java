package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Says in a description what the keywords of a provider cannot say, so that the model knows it all the same. */
final class Hints {
    private static final int LONGEST = 300;
    private static final int LONGEST_DESCRIPTION = 4_000;

    private final List<String> hints = new ArrayList<>();

    /** Remembers a keyword that is left out; tells whether it can be put in words. */
    boolean tell(String keyword, JsonNode value) {
        var text = text(keyword, value);
        if (text == null || text.length() > LONGEST) {
            return false;
        }
        hints.add(text);
        return true;
    }

    /** Remembers a sentence. */
    void tell(String hint) {
        if (!hint.isEmpty() && hint.length() <= LONGEST) {
            hints.add(hint);
        }
    }

    /** Writes the hints behind the description of a schema, and keeps that within bounds. */
    void write(ObjectNode schema, String at, Room room) {
        var description = Schemas.text(schema, "description");
        if (description != null && description.length() > LONGEST_DESCRIPTION) {
            room.note(
                    at,
                    "the description is cut",
                    String.format(Locale.ROOT, "it has %,d characters", description.length()));
            description = ModelText.cut(description, LONGEST_DESCRIPTION - 1) + "…";
            schema.put("description", description);
        }
        if (hints.isEmpty()) {
            return;
        }
        var told = ModelText.clean(String.join("; ", hints)).text();
        schema.put(
                "description", description == null || description.isBlank() ? told : description + " (" + told + ")");
    }

    private static @Nullable String text(String keyword, JsonNode value) {
        return switch (keyword) {
            case "pattern" -> "matches " + value.stringValue();
            case "format" -> "format: " + value.stringValue();
            case "default" -> "default: " + Json.write(value);
            case "enum" -> "one of: " + values(value);
            case "minLength" -> "at least %s characters".formatted(value);
            case "maxLength" -> "at most %s characters".formatted(value);
            case "minItems" -> "at least %s items".formatted(value);
            case "maxItems" -> "at most %s items".formatted(value);
            case "uniqueItems" -> value.booleanValue() ? "no item twice" : null;
            case "minimum" -> "at least " + value;
            case "maximum" -> "at most " + value;
            case "exclusiveMinimum" -> "greater than " + value;
            case "exclusiveMaximum" -> "less than " + value;
            case "multipleOf" -> "a multiple of " + value;
            case "contentEncoding" -> "encoded as " + value.stringValue();
            default -> null;
        };
    }

    private static String values(JsonNode values) {
        var texts = new ArrayList<String>();
        long size = 0;
        for (var value : values) {
            size += Room.size(value, LONGEST);
            if (size > LONGEST) {
                return "x".repeat(LONGEST); // Too long to be told.
            }
            texts.add(Json.write(value));
        }
        return String.join(", ", texts);
    }
}
