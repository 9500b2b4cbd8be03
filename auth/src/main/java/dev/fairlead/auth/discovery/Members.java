package dev.fairlead.auth.discovery;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads members of a description; whatever has the wrong type is not there. */
final class Members {
    private static final int MAX_ITEMS = 200;

    private Members() {}

    static @Nullable String text(ObjectNode object, String name) {
        var value = object.get(name);
        return value != null && value.isString() && !value.stringValue().isBlank() ? value.stringValue() : null;
    }

    static boolean flag(ObjectNode object, String name) {
        var value = object.get(name);
        return value != null && value.isBoolean() && value.booleanValue();
    }

    /** Returns the texts in a list; null if there is no list. */
    static @Nullable List<String> texts(ObjectNode object, String name) {
        var value = object.get(name);
        return value == null || !value.isArray()
                ? null
                : value.valueStream()
                        .filter(JsonNode::isString)
                        .map(JsonNode::stringValue)
                        .filter(text -> !text.isBlank())
                        .limit(MAX_ITEMS)
                        .toList();
    }
}
