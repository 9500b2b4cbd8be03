package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads which tools of a server are offered, and how. */
final class ToolFields {
    /** What can be said of a single tool. */
    static final List<String> OF_A_TOOL = List.of("enabled", "alias", "timeout");

    private final Fields fields;
    private final Dialect dialect;
    private final Problems problems;
    private final String server;

    /** Reads a time limit. */
    interface Limits {
        @Nullable
        Duration of(String field, @Nullable Located value);
    }

    ToolFields(Fields fields, Dialect dialect, Problems problems, String server) {
        this.fields = fields;
        this.dialect = dialect;
        this.problems = problems;
        this.server = server;
    }

    ToolRules read(Limits limits) throws BadField {
        var include = fields.texts(Field.INCLUDE_TOOLS);
        var exclude = fields.texts(Field.EXCLUDE_TOOLS);
        var tools = fields.find(Field.TOOLS);
        if (tools != null && tools.isList() && !dialect.own()) {
            include = fields.texts(Field.TOOLS.id(), tools);
            tools = null;
        }
        return new ToolRules(include.contains("*") ? List.of() : include, exclude, single(tools, limits));
    }

    private Map<String, ToolRules.Rule> single(@Nullable Located tools, Limits limits) throws BadField {
        var rules = new LinkedHashMap<String, ToolRules.Rule>();
        if (tools == null) {
            return rules;
        }
        if (!tools.isObject()) {
            throw fields.wrong(Field.TOOLS.id(), tools, "an object with an object for each tool");
        }
        for (var tool : tools.members().entrySet()) {
            var path = Field.TOOLS.id() + "." + tool.getKey();
            if (!tool.getValue().isObject()) {
                throw fields.wrong(path, tool.getValue(), "an object");
            }
            rules.put(tool.getKey(), rule(path, tool.getValue(), limits));
        }
        return rules;
    }

    private ToolRules.Rule rule(String path, Located tool, Limits limits) throws BadField {
        var enabled = tool.member("enabled");
        reportOthers(path, tool);
        return new ToolRules.Rule(
                enabled == null || fields.flag(path + ".enabled", enabled),
                fields.text(path + ".alias", tool.member("alias")),
                limits.of(path + ".timeout", tool.member("timeout")));
    }

    private void reportOthers(String path, Located tool) {
        var known = Set.copyOf(OF_A_TOOL);
        tool.members().forEach((field, value) -> {
            if (!known.contains(field)) {
                problems.add(
                        Severity.NOTE,
                        value,
                        server,
                        fields.path(path + "." + field),
                        field.startsWith("approv")
                                ? NoEffect.reason("trust", dialect)
                                : "has no effect here; of a tool there are " + String.join(", ", OF_A_TOOL));
            }
        });
    }
}
