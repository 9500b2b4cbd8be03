package dev.fairlead.cli.frame;

import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Keeps the names of the tools that a server had when it was last met, for whoever completes what is being typed. */
final class KnownTools {
    /** The kind of file in which they are kept. */
    static final String KIND = "tools";

    private static final int MOST_TOOLS = 500;
    private static final int MOST_ARGUMENTS = 50;
    private static final int MOST_VALUES = 50;
    private static final int LONGEST_TEXT = 60_000;
    private static final int LONGEST = 200;
    private static final int LONGEST_DESCRIPTION = 80;

    private KnownTools() {}

    /** Keeps them. Names that no shell could be given on one line are left out. */
    static void keep(Map<String, String> environment, String typed, List<Tool> tools) {
        var lines = new ArrayList<String>();
        int length = 0;
        for (var tool : tools.subList(0, Math.min(MOST_TOOLS, tools.size()))) {
            var own = new ArrayList<String>();
            if (add(own, "tool ", tool.name())) {
                describe(own, tool);
                arguments(own, tool);
            }
            length += own.stream().mapToInt(line -> line.length() + 1).sum();
            if (length > LONGEST_TEXT) {
                break;
            }
            lines.addAll(own);
        }
        var ignored = new CacheFolder(environment).write(KIND, typed, lines);
    }

    private static void describe(List<String> lines, Tool tool) {
        var description = tool.description() == null ? "" : tool.description();
        description.lines().filter(line -> !line.isBlank()).findFirst().ifPresent(line -> {
            var clean = line.codePoints()
                    .filter(KnownTools::isPrintable)
                    .limit(LONGEST_DESCRIPTION)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
            lines.add("about " + clean);
        });
    }

    private static void arguments(List<String> lines, Tool tool) {
        tool.inputSchema()
                .path("properties")
                .propertyStream()
                .limit(MOST_ARGUMENTS)
                .forEach(property -> {
                    if (property.getKey().indexOf('=') < 0 && add(lines, "argument ", property.getKey())) {
                        values(property.getValue()).stream()
                                .limit(MOST_VALUES)
                                .forEach(value -> add(lines, "value ", value));
                    }
                });
    }

    private static List<String> values(JsonNode schema) {
        var values = new ArrayList<String>();
        if (schema.path("type").asString("").equals("boolean")) {
            values.addAll(List.of("true", "false"));
        }
        schema.path("enum").values().stream()
                .filter(value -> value.isString() || value.isNumber() || value.isBoolean())
                .forEach(value -> values.add(value.asString()));
        return values;
    }

    private static boolean add(List<String> lines, String kind, String name) {
        boolean usable =
                !name.isEmpty() && name.length() <= LONGEST && name.codePoints().allMatch(KnownTools::isPrintable);
        return usable && lines.add(kind + name);
    }

    /** Letters, signs and blanks: nothing that ends a line, drives a terminal, or hides. */
    private static boolean isPrintable(int point) {
        return point == ' '
                || !(Character.isISOControl(point)
                        || Character.isWhitespace(point)
                        || Character.isSpaceChar(point)
                        || !Character.isDefined(point)
                        || Character.getType(point) == Character.FORMAT
                        || Character.getType(point) == Character.SURROGATE
                        || Character.getType(point) == Character.PRIVATE_USE
                        || Character.getType(point) == Character.LINE_SEPARATOR);
    }
}
