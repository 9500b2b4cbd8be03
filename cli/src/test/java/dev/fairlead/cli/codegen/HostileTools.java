package dev.fairlead.cli.codegen;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes up tools as a server would that wants its words to become code. */
final class HostileTools {
    /** Sets a system property wherever it gets to be code. */
    static final String PAYLOAD = "static { System.setProperty(\"fairlead.codegen.escaped\", \"yes\"); }";

    private static final List<String> WORDS = List.of(
            "*/ " + PAYLOAD + " /*",
            "\\u002a/ " + PAYLOAD + " /\\u002a",
            "\\u002a\\u002f" + PAYLOAD,
            "\\\\u002a/",
            "*\\u002f",
            "\\uuuu000a",
            "\\u000a" + PAYLOAD,
            "\"); } " + PAYLOAD + " //",
            "\\u0022); } " + PAYLOAD + " //",
            "\\",
            "ends in \\",
            "\\u",
            "line\nbreak\r\nand\rmore\u0085and\u2028and\u2029",
            "{@link java.lang.System} {@code } } {@",
            "@param evil @throws",
            "\n@deprecated\n * @see x",
            "<script>alert(1)</script> <!-- <b> & &amp; &#42;/",
            "/** nested */ // // /*",
            "../../../etc/passwd",
            "..\\..\\windows",
            "C:\\CON",
            "\u0000\u0007\u001b[31m",
            "\u202Eevil\u202C\u200B",
            "\uD800",
            "\uDC00\uD800",
            "\uD83D\uDE00",
            "名前",
            "имя",
            "é",
            "e\u0301",
            "",
            " ",
            "_",
            "$",
            "0",
            "1st",
            "9999999999");
    private static final List<String> NAMES = List.of(
            ("class Class CLASS record var yield enum int this null true _ default getClass hashCode toString wait"
                + " notify notifyAll clone finalize equals of from toJson client json node1 value1 values valueOf"
                + " wireName name ordinal String Object List Map Optional JsonNode ObjectNode Json Override Long"
                + " FilesClient FilesClientJson McpClient CallOptions ToolResult Record Enum arguments options result"
                + " read_file readFile READ_FILE readfile read-file read.file ReadFile a A b B a1 a2 aa type items"
                + " withA with_a T E serialVersionUID ToolFailedException Arguments Result")
                    .split(" "));
    private static final List<String> TYPES =
            List.of("string", "integer", "number", "boolean", "array", "object", "null", "null", "thing");

    private final Random random;

    HostileTools(long seed) {
        this.random = new Random(seed);
    }

    List<Tool> some(int count) {
        var tools = new ArrayList<Tool>();
        for (int i = 0; i < count; i++) {
            var tool = Tool.of(random.nextInt(3) == 0 ? word() + i : word(), text(), root());
            tools.add(random.nextBoolean() ? tool.withOutputSchema(root()) : tool);
        }
        return tools;
    }

    String text() {
        var text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(word()).append(random.nextBoolean() ? " " : "");
        }
        return text.toString();
    }

    private String word() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> pick(WORDS);
            case 3 -> pick(NAMES) + pick(WORDS);
            case 4 -> pick(NAMES) + random.nextInt(3);
            case 5 -> "long".repeat(random.nextInt(20) == 0 ? 300 : 30);
            default -> pick(NAMES);
        };
    }

    private ObjectNode root() {
        var schema = random.nextInt(12) == 0 ? schema(3) : object(3);
        var defs = schema.putObject("$defs");
        for (var name : List.of("A", "B", "List", "c/d", "e f")) {
            defs.set(name, schema(2));
        }
        return schema;
    }

    private ObjectNode object(int depth) {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        var required = schema.putArray("required");
        for (int i = random.nextInt(random.nextInt(25) == 0 ? 150 : 7); i > 0; i--) {
            var name = word() + (i > 10 ? i : "");
            properties.set(name, schema(depth - 1));
            if (random.nextInt(3) == 0) {
                required.add(random.nextInt(8) == 0 ? word() : name);
            }
        }
        return schema;
    }

    private ObjectNode schema(int depth) {
        var schema = depth > 0 && random.nextInt(3) == 0 ? object(depth) : Json.object();
        if (random.nextInt(4) == 0) {
            schema.put("description", text());
        }
        switch (random.nextInt(16)) {
            case 0 -> schema.put("$ref", reference());
            case 1, 2 -> literals(schema);
            case 3 -> schema.set("const", literal());
            case 4 -> schema.putArray("type").add(pick(TYPES)).add(pick(TYPES));
            case 5 -> branches(schema, depth);
            case 6 -> schema.put("type", "object").set("additionalProperties", inner(depth));
            case 7, 8 -> schema.put("type", "array").set("items", inner(depth));
            case 9 -> nest(schema, random.nextInt(9));
            case 10 -> garbage(schema);
            case 11 -> schema.put("type", "integer").put("maximum", random.nextBoolean() ? 1e300 : 5);
            default -> schema.put("type", pick(TYPES)).put("format", word());
        }
        return schema;
    }

    private JsonNode inner(int depth) {
        return depth > 0 ? schema(depth - 1) : Json.object().put("$ref", reference());
    }

    private void nest(ObjectNode schema, int levels) {
        var here = schema;
        for (int i = 0; i < levels; i++) {
            here = random.nextBoolean()
                    ? here.put("type", "array").putObject("items")
                    : here.put("type", "object").putObject("additionalProperties");
        }
        here.putArray("type").add(pick(TYPES)).add("null");
    }

    private void literals(ObjectNode schema) {
        var values = schema.putArray("enum");
        boolean strings = random.nextInt(4) > 0;
        for (int i = random.nextInt(12); i > 0; i--) {
            values.add(strings ? Json.tree(word()) : literal());
        }
    }

    private void branches(ObjectNode schema, int depth) {
        var branches = schema.putArray(pick(List.of("anyOf", "oneOf", "allOf")));
        branches.add(inner(depth));
        if (random.nextBoolean()) {
            branches.addObject().put("type", "null");
        }
        if (random.nextInt(3) == 0) {
            branches.add(inner(depth));
        }
    }

    private void garbage(ObjectNode schema) {
        for (var key : List.of("type", "properties", "required", "items", "enum", "$ref", "anyOf", "description")) {
            if (random.nextInt(3) == 0) {
                schema.set(key, literal());
            }
        }
    }

    private JsonNode literal() {
        return Json.parse(pick(List.of("null", "true", "7", "-1.5", "1e400", "[]", "[[1]]", "{}", "\"x\"", "[\"y\"]")));
    }

    private String reference() {
        return pick(List.of(
                "#",
                "#/$defs/A",
                "#/$defs/B",
                "#/$defs/List",
                "#/$defs/c~1d",
                "#/$defs/e%20f",
                "#/$defs/none",
                "#/properties",
                "#anchor",
                "file:///etc/passwd",
                "#/%zz",
                "",
                "#/$defs/A/properties/a"));
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
