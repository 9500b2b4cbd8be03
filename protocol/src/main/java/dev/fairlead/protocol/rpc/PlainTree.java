package dev.fairlead.protocol.rpc;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Makes trees of what most callers pass, maps and lists of simple values, for a fraction of what the mapper takes. */
final class PlainTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    // As deep as a text may be that is read.
    private static final int MAX_DEPTH = 200;

    private PlainTree() {}

    /** Returns the tree of a value; whatever is not plain is left to the mapper. */
    static JsonNode of(@Nullable Object value) {
        return of(value, 0);
    }

    private static JsonNode of(@Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new StreamConstraintsException(
                    "values are nested more than %s deep; perhaps one contains itself".formatted(MAX_DEPTH));
        }
        return switch (value) {
            case null -> NODES.nullNode();
            case String text -> NODES.stringNode(text);
            case Integer number -> NODES.numberNode(number.intValue());
            case Long number -> NODES.numberNode(number.longValue());
            case Boolean truth -> NODES.booleanNode(truth);
            case JsonNode tree -> tree.deepCopy();
            case Map<?, ?> map when ofThePlatform(map) && named(map) -> object(map, depth + 1);
            case Collection<?> items when ofThePlatform(items) -> array(items, depth + 1);
            default -> Json.mapper().valueToTree(value);
        };
    }

    /** Tells whether nobody can have said how objects of this class are to be written. */
    private static boolean ofThePlatform(Object value) {
        return value.getClass().getName().startsWith("java.util.");
    }

    private static boolean named(Map<?, ?> map) {
        for (var name : map.keySet()) {
            if (!(name instanceof String)) {
                return false;
            }
        }
        return true;
    }

    private static JsonNode object(Map<?, ?> map, int depth) {
        var object = Json.object();
        map.forEach((name, value) -> object.set((String) name, of(value, depth)));
        return object;
    }

    private static JsonNode array(Collection<?> items, int depth) {
        var array = NODES.arrayNode(items.size());
        items.forEach(item -> array.add(of(item, depth)));
        return array;
    }
}
