package dev.fairlead.cli.tool;

import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Where an argument belongs: under its name, or inside others, as in {@code filter.date.from=2026}.
 *
 * @param steps the names on the way, that of the argument itself last
 * @param type what the schema says about its value
 * @param declared whether the schema says anything about it
 * @param required whether the schema demands it there
 */
record ArgumentPath(List<String> steps, ValueType type, boolean declared, boolean required) {
    private static final int MOST_STEPS = 32;

    /** Finds the place of a key; a name with dots in it that the schema knows is that name. */
    static ArgumentPath of(String key, Tool tool) {
        JsonNode root = tool.inputSchema();
        var steps = new ArrayList<String>();
        var schema = root;
        var rest = key;
        while (true) {
            int end = end(rest, schema, root, !steps.isEmpty());
            if (end == rest.length() || steps.size() == MOST_STEPS) {
                break;
            }
            steps.add(rest.substring(0, end));
            schema = inside(rest.substring(0, end), schema, root);
            rest = rest.substring(end + 1);
        }
        steps.add(rest);
        var name = rest;
        var member = ValueType.member(schema, name, root);
        return new ArgumentPath(
                List.copyOf(steps),
                ValueType.of(inside(name, schema, root), root),
                !member.isMissingNode(),
                ValueType.requires(schema, name, root));
    }

    /** Returns where the next name ends: as late as the schema knows it, else at the first dot inside others. */
    private static int end(String key, JsonNode schema, JsonNode root, boolean nested) {
        if (key.indexOf('.') < 0 || !ValueType.member(schema, key, root).isMissingNode()) {
            return key.length();
        }
        for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
            var member = ValueType.member(schema, key.substring(0, dot), root);
            if (!member.isMissingNode() && dot < key.length() - 1 && holdsOthers(ValueType.of(member, root))) {
                return dot;
            }
        }
        int first = key.indexOf('.');
        return nested && first > 0 && first < key.length() - 1 ? first : key.length();
    }

    private static boolean holdsOthers(ValueType type) {
        return type.kinds().isEmpty() || type.allows(ValueType.Kind.OBJECT);
    }

    private static JsonNode inside(String name, JsonNode schema, JsonNode root) {
        var member = ValueType.member(schema, name, root);
        return member.isMissingNode() ? schema.path("additionalProperties") : member;
    }
}
