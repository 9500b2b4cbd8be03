package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A part of a list.
 *
 * @param nextCursor where the next part begins, null at the end of the list; an empty string is a cursor
 * @param hint for how long and for whom this part may be kept
 * @param problems what was left out because it could not be read, and why
 */
public record Page<T>(List<T> items, @Nullable String nextCursor, CacheHint hint, List<String> problems) {
    private static final List<String> NAMES = List.of("name", "uri", "uriTemplate", "taskId");

    /** Copies the collections. */
    public Page {
        items = List.copyOf(items);
        problems = List.copyOf(problems);
    }

    /** Reads a page whose elements are in {@code member}; an element that cannot be read costs only itself. */
    public static <T> Page<T> from(JsonNode result, String member, Function<JsonNode, T> read) {
        var fields = Fields.of("list of " + member, result);
        var problems = new ArrayList<String>();
        var array = fields.array(member);
        var items = new ArrayList<T>(array.size());
        int index = 0;
        for (var element : array) {
            try {
                items.add(read.apply(element));
            } catch (BadShape unreadable) {
                problems.add(problem(member, index, element, unreadable));
            }
            index++;
        }
        return new Page<>(items, cursor(result.path("nextCursor"), problems), CacheHint.from(result), problems);
    }

    private static @Nullable String cursor(JsonNode cursor, List<String> problems) {
        if (cursor.isString()) {
            return cursor.stringValue();
        }
        if (!cursor.isMissingNode() && !cursor.isNull()) {
            problems.add("nextCursor is not a string, so the list ends here");
        }
        return null;
    }

    private static String problem(String member, int index, JsonNode element, BadShape unreadable) {
        var name = NAMES.stream()
                .map(key -> element.path(key).stringValue(""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .map(value -> " (" + Excerpt.of(value) + ")")
                .orElse("");
        return "%s[%s]%s: %s".formatted(member, index, name, unreadable.getMessage());
    }
}
