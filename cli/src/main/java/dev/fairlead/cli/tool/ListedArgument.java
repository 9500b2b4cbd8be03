package dev.fairlead.cli.tool;

import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * An argument that the help of a tool lists, at the top or inside another one.
 *
 * @param path how it is typed, such as {@code filter.date.from}
 * @param depth how many others it is inside of
 * @param schema what the tool says about it
 * @param required whether whatever it is inside of needs it
 */
record ListedArgument(String path, int depth, JsonNode schema, ValueType type, boolean required) {
    private static final int DEEPEST = 2;
    private static final int MOST_INSIDE = 100;

    /** Lists the arguments of a tool, each followed by those inside of it. */
    static List<ListedArgument> of(Tool tool) {
        var found = new ArrayList<ListedArgument>();
        add(tool.inputSchema(), "", 0, tool.inputSchema(), found);
        return List.copyOf(found);
    }

    private static void add(JsonNode schema, String prefix, int depth, JsonNode root, List<ListedArgument> found) {
        for (var name : ValueType.members(schema, root)) {
            if (depth > 0 && found.size() >= MOST_INSIDE) {
                return;
            }
            var member = ValueType.member(schema, name, root);
            var type = ValueType.of(member, root);
            found.add(new ListedArgument(prefix + name, depth, member, type, ValueType.requires(schema, name, root)));
            if (depth < DEEPEST && type.allows(ValueType.Kind.OBJECT)) {
                add(member, prefix + name + ".", depth + 1, root, found);
            }
        }
    }

    /** Returns what each element of an array of objects has inside, such as {@code name: string}; empty elsewhere. */
    String inside() {
        var element = type.items();
        if (!type.allows(ValueType.Kind.ARRAY) || !type.element().allows(ValueType.Kind.OBJECT)) {
            return "";
        }
        var fields = Signature.fields(element, type.root());
        return fields.isEmpty() ? "" : "[each has %s]".formatted(fields);
    }
}
