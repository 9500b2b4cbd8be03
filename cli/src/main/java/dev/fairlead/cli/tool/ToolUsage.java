package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.cli.text.Table;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a tool is called: its arguments as options.
 *
 * @param typed how to type the server
 * @param taken options of the command itself, which are never arguments
 */
record ToolUsage(Tool tool, String typed, Set<String> taken) implements Outcome {

    @Override
    public void show(Page page) {
        page.line("Usage: fairlead call %s %s%s".formatted(typed, ShellWord.of(tool.name()), synopsis()));
        if (tool.description() != null && !tool.description().isBlank()) {
            page.line("");
            page.prose(tool.description().strip());
        }
        if (!arguments().isEmpty()) {
            page.line("");
            page.table(table());
        }
        page.line("");
        page.lines(List.of(
                "Each is also typed as KEY=VALUE, or KEY:=JSON; --args takes all of them as JSON.",
                "'fairlead call --help' has the options of the command itself."));
    }

    @Override
    public void tell(ObjectNode document) {
        document.set("tool", tool.toJson());
    }

    private List<ListedArgument> arguments() {
        return ListedArgument.of(tool);
    }

    private String synopsis() {
        var top = arguments().stream().filter(argument -> argument.depth() == 0).toList();
        var words = new ArrayList<String>();
        top.stream().filter(ListedArgument::required).forEach(argument -> words.add(option(argument)));
        if (!top.stream().allMatch(ListedArgument::required)) {
            words.add("[OPTIONS]");
        }
        return words.stream().map(" "::concat).collect(Collectors.joining());
    }

    private Table table() {
        var table = Table.of(Column.whole("ARGUMENT"), Column.wrapped("MEANING"));
        for (var argument : arguments()) {
            table.row(
                    StyledText.of("  ".repeat(argument.depth()) + option(argument), Role.NAME),
                    StyledText.of(meaning(argument)));
        }
        return table;
    }

    /** Returns an argument as it is typed: as an option, unless the command has one of that name. */
    private String option(ListedArgument argument) {
        var name = argument.path();
        var value = value(argument.type());
        if (name.contains("=") || name.endsWith(":")) {
            return "--args " + ShellWord.of("{%s: …}".formatted(Json.write(JsonNodeFactory.instance.stringNode(name))));
        }
        if (taken.contains(FlagReading.option(name)) || name.startsWith("-")) {
            return "%s=%s".formatted(ShellWord.of(name), value.isEmpty() ? "true" : value);
        }
        var option = ShellWord.of(FlagReading.option(name));
        return value.isEmpty() ? option : option + " " + value;
    }

    private static String value(ValueType type) {
        if (!type.choices().isEmpty()) {
            return Signature.choices(type);
        }
        if (type.kinds().equals(Set.of(ValueType.Kind.BOOLEAN))) {
            return "";
        }
        return type.kinds().isEmpty()
                ? "VALUE"
                : type.kinds().stream()
                        .filter(kind -> kind != ValueType.Kind.NULL)
                        .map(Enum::name)
                        .collect(Collectors.joining("|"));
    }

    private static String meaning(ListedArgument argument) {
        var schema = argument.schema();
        var words = new ArrayList<String>();
        if (argument.required()) {
            words.add("(required)");
        } else if (schema.has("default")) {
            words.add("(default %s)".formatted(ValueType.typed(schema.path("default"))));
        }
        text(schema, "description", words);
        if (words.size() < 2) {
            text(schema, "title", words);
        }
        limits(schema, words);
        if (!argument.inside().isEmpty()) {
            words.add(argument.inside());
        }
        return String.join(" ", words);
    }

    private static void text(JsonNode schema, String member, List<String> words) {
        var text = schema.path(member);
        if (text.isString() && !text.stringValue().isBlank()) {
            words.add(text.stringValue().strip());
        }
    }

    private static String plain(JsonNode value) {
        return value.isString() ? value.stringValue() : Json.write(value);
    }

    private static void limits(JsonNode schema, List<String> words) {
        var limits = new ArrayList<String>();
        for (var limit :
                List.of("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format")) {
            if (schema.has(limit)) {
                limits.add("%s %s".formatted(limit, plain(schema.path(limit))));
            }
        }
        if (!limits.isEmpty()) {
            words.add(limits.stream().collect(Collectors.joining(", ", "[", "]")));
        }
    }
}
