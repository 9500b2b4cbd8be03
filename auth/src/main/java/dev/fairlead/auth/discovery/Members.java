package dev.fairlead.auth.discovery;

import dev.fairlead.wire.http.FetchException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads members of a description; whatever has the wrong type is not there, and nothing is used that is too long. */
final class Members {
    private static final int MAX_ITEMS = 200;
    private static final int LONGEST = 4096;

    private Members() {}

    static @Nullable String text(ObjectNode object, String name) throws FetchException {
        return read(object.get(name), name);
    }

    static boolean flag(ObjectNode object, String name) {
        var value = object.get(name);
        return value != null && value.isBoolean() && value.booleanValue();
    }

    /** Returns the texts in a list; null if there is no list. */
    static @Nullable List<String> texts(ObjectNode object, String name) throws FetchException {
        var value = object.get(name);
        if (value == null || !value.isArray()) {
            return null;
        }
        var texts = new ArrayList<String>();
        for (var item : value) {
            var text = read(item, name);
            if (text != null) {
                texts.add(text);
            }
            if (texts.size() == MAX_ITEMS) {
                break;
            }
        }
        return List.copyOf(texts);
    }

    private static @Nullable String read(@Nullable JsonNode value, String name) throws FetchException {
        if (value == null || !value.isString() || value.stringValue().isBlank()) {
            return null;
        }
        var text = value.stringValue();
        if (text.length() > LONGEST) {
            throw new FetchException(
                    FetchException.Kind.BAD_ANSWER,
                    "in its '%s' stands a text of more than %s characters".formatted(name, LONGEST),
                    true,
                    null);
        }
        return text;
    }
}
