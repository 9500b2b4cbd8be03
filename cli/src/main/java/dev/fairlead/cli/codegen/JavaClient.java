package dev.fairlead.cli.codegen;

import dev.fairlead.cli.text.Count;
import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Writes a typed Java client from the tools of a server.
 *
 * <p>There is one class with a method for each tool, and a record for what a tool takes and for what it returns, where
 * their schemas are of objects with properties. Integers are {@code long}, or {@link java.math.BigInteger} where the
 * schema allows more; numbers are {@code double}, as servers read them. What is optional or may be null is an
 * {@link Optional}; empty, it is absent from the JSON, or null where it is required. What Java has no type for is a
 * {@link JsonNode}.
 *
 * <p>The same tools make the same sources, in whatever order the server lists them.
 */
public final class JavaClient {
    private static final int MOST_TOOLS = 10_000;
    private static final int LONGEST_NAME = 1_000;
    // A class holds some 65,000 constants, of which a method for a tool needs about twenty.
    private static final int MOST_TOOLS_OF_CLASS = 500;
    private static final int LONGEST_FILE = 500_000;
    private static final long MOST_TEXT = 32_000_000;

    private final Settings settings;
    private final Notes notes = new Notes();
    private final List<SourceFile> records = new ArrayList<>();
    private final NamePool methods = new NamePool(Reserved.METHODS);
    private long written;

    private JavaClient(Settings settings) {
        this.settings = settings;
        Stream.concat(Reserved.TYPES.stream(), Stream.of(settings.className())).forEach(this::keepForOthers);
    }

    /** Keeps away from the names of tools whose records would be called so. */
    private void keepForOthers(String type) {
        for (var suffix : List.of("arguments", "result")) {
            if (type.toLowerCase(Locale.ROOT).endsWith(suffix)) {
                methods.reserve(type.substring(0, type.length() - suffix.length()));
            }
        }
    }

    /**
     * Writes a client.
     *
     * @param serverName how the server calls itself
     * @param serverVersion which version of itself it says it is
     */
    public static GeneratedClient generate(
            String serverName, String serverVersion, List<Tool> tools, Settings settings) {
        var server = "the server " + Comment.code(serverName) + ", version " + Comment.code(serverVersion);
        return new JavaClient(settings).client(server, tools);
    }

    private GeneratedClient client(String server, List<Tool> tools) {
        var plans = usable(tools).stream().map(this::plan).toList();
        var files = new ArrayList<SourceFile>();
        files.addAll(classes(server, plans));
        files.add(settings.file(settings.jsonName(), JsonText.of(settings)));
        files.addAll(records);
        return new GeneratedClient(files, notes.all());
    }

    private List<Tool> usable(List<Tool> tools) {
        var usable = new ArrayList<Tool>();
        var names = new HashSet<String>();
        for (var tool : tools.stream().sorted(Comparator.comparing(Tool::name)).toList()) {
            if (tool.name().length() > LONGEST_NAME) {
                notes.add("tool %s is left out: its name is longer than %s characters"
                        .formatted(Notes.quote(tool.name()), LONGEST_NAME));
            } else if (!names.add(tool.name())) {
                notes.add("tool %s is listed more than once; the first counts".formatted(Notes.quote(tool.name())));
            } else if (usable.size() < MOST_TOOLS) {
                usable.add(tool);
            }
        }
        if (names.size() > usable.size()) {
            notes.add("left out: %s, as there are more than %s"
                    .formatted(Count.of(names.size() - usable.size(), "tool"), MOST_TOOLS));
        }
        return usable;
    }

    private ToolPlan plan(Tool tool) {
        var method = methods.take(Names.camel(tool.name(), "call"), "Tool");
        var quoted = Notes.quote(tool.name());
        var shown = Comment.code(tool.name());
        var input = tool.inputSchema();
        boolean nothing = !Properties.any(input) && takesNothing(input);
        var arguments = nothing
                ? Optional.<Root>empty()
                : record(
                        "arguments of " + quoted,
                        ToolPlan.argumentsName(method),
                        "What " + shown + " takes.",
                        input,
                        true);
        var output = tool.outputSchema();
        var result = output == null
                ? Optional.<Root>empty()
                : record(
                        "results of " + quoted,
                        ToolPlan.resultName(method),
                        "What " + shown + " returns.",
                        output,
                        false);
        return new ToolPlan(tool, method, arguments, !nothing && arguments.isEmpty(), result);
    }

    /** Tells whether a schema that names no properties means that there are none. */
    private static boolean takesNothing(JsonNode schema) {
        var others = schema.path("additionalProperties");
        boolean closed = others.isMissingNode() || (others.isBoolean() && !others.booleanValue());
        var kind = SchemaKind.of(schema);
        return closed && !schema.has("$ref") && (kind == SchemaKind.OBJECT || kind == SchemaKind.ANYTHING);
    }

    private Optional<Root> record(String where, String name, String doc, JsonNode schema, boolean arguments) {
        if (written > MOST_TEXT) {
            notes.add(where + " have no record: there is too much already");
            return Optional.empty();
        }
        var root = SchemaReader.read(where, name, doc, schema, settings, notes);
        if (root.isEmpty()) {
            return root;
        }
        var text = RecordText.of(root.get(), arguments, settings);
        written += text.length();
        if (text.length() > LONGEST_FILE) {
            notes.add(where + " have no record: it would be too long");
            return Optional.empty();
        }
        records.add(settings.file(name, text));
        return root;
    }

    private List<SourceFile> classes(String server, List<ToolPlan> plans) {
        int mostOfDescription = plans.size() > MOST_TOOLS_OF_CLASS ? 400 : 2_000;
        int first = Math.min(plans.size(), MOST_TOOLS_OF_CLASS);
        var parts = new ArrayList<SourceFile>();
        var parent = "";
        for (int start = first; start < plans.size(); start += MOST_TOOLS_OF_CLASS) {
            var some = plans.subList(start, Math.min(start + MOST_TOOLS_OF_CLASS, plans.size()));
            var name = settings.className() + "Part" + (start / MOST_TOOLS_OF_CLASS);
            parts.add(settings.file(name, ClientText.part(settings, name, parent, some, mostOfDescription)));
            parent = name;
        }
        var main = ClientText.main(settings, server, parent, plans.subList(0, first), mostOfDescription);
        parts.addFirst(settings.file(settings.className(), main));
        return parts;
    }
}
