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
    static final List<String> OF_A_TOOL = List.of("enabled", "alias", "timeout", "readsOnly");

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

    ToolRules read(Origin.Scope scope, Limits limits) throws BadField {
        var include = patterns(Field.INCLUDE_TOOLS.id(), fields.find(Field.INCLUDE_TOOLS));
        var exclude = patterns(Field.EXCLUDE_TOOLS.id(), fields.find(Field.EXCLUDE_TOOLS));
        var tools = fields.find(Field.TOOLS);
        if (tools != null && tools.isList() && !dialect.own()) {
            include = patterns(Field.TOOLS.id(), tools);
            tools = null;
        }
        return new ToolRules(include.contains("*") ? List.of() : include, exclude, single(tools, scope, limits));
    }

    /** All of them are tried on every tool, again and again. */
    private List<String> patterns(String name, @Nullable Located value) throws BadField {
        if (value != null && value.isList()) {
            for (var item : value.items()) {
                Bounds.checked(fields.path(name), item, Bounds.LONGEST_NAME);
            }
        }
        return fields.texts(name, value);
    }

    private Map<String, ToolRules.Rule> single(@Nullable Located tools, Origin.Scope scope, Limits limits)
            throws BadField {
        var rules = new LinkedHashMap<String, ToolRules.Rule>();
        if (tools == null) {
            return rules;
        }
        if (!tools.isObject()) {
            throw fields.wrong(Field.TOOLS.id(), tools, "an object with an object for each tool");
        }
        Bounds.checkEntries(fields.path(Field.TOOLS.id()), tools);
        for (var tool : tools.members().entrySet()) {
            var path = Field.TOOLS.id() + "." + tool.getKey();
            if (!tool.getValue().isObject()) {
                throw fields.wrong(path, tool.getValue(), "an object");
            }
            rules.put(tool.getKey(), rule(path, tool.getValue(), scope, limits));
        }
        return rules;
    }

    private ToolRules.Rule rule(String path, Located tool, Origin.Scope scope, Limits limits) throws BadField {
        var enabled = tool.member("enabled");
        reportOthers(path, tool);
        return new ToolRules.Rule(
                enabled == null || fields.flag(path + ".enabled", enabled),
                alias(path + ".alias", tool.member("alias")),
                limits.of(path + ".timeout", tool.member("timeout")),
                readsOnly(path + ".readsOnly", tool.member("readsOnly"), scope));
    }

    private @Nullable String alias(String path, @Nullable Located value) throws BadField {
        var alias = fields.text(path, value);
        if (alias != null && !ToolRules.fitsAsAlias(alias)) {
            problems.add(
                    Severity.WARNING,
                    value,
                    server,
                    fields.path(path),
                    "must be 1 to 64 of A-Z a-z 0-9 _ -, without a double underscore or an end like a hash; the usual"
                            + " name stays");
            return null;
        }
        return alias;
    }

    private boolean readsOnly(String path, @Nullable Located value, Origin.Scope scope) throws BadField {
        boolean said = value != null && fields.flag(path, value);
        if (said && scope == Origin.Scope.PROJECT) {
            problems.add(
                    Severity.WARNING,
                    value,
                    server,
                    fields.path(path),
                    "has no effect in a project's file, which cannot vouch for a tool; say it in your own");
        }
        return said;
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
