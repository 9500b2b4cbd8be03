package dev.fairlead.console.server;

import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.ServerConfig;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the secrets of an entry from the page, and puts them back where the page sends their place-holder. */
final class SecretFields {
    static final String HIDDEN = "•••";

    private static final Pattern ARGUMENT = Pattern.compile("args\\[(\\d+)]");

    private SecretFields() {}

    /** Returns the fields that most likely hold a secret: environment values and headers are hidden in any case. */
    static List<String> of(ServerConfig server, ObjectNode entry) {
        var fields = new LinkedHashSet<>(LikelySecrets.fields(server));
        for (var group : List.of("headers", "env")) {
            entry.path(group).properties().forEach(member -> {
                var text = member.getValue().asString("");
                boolean variable = text.contains("${");
                if (!variable && !text.isEmpty() && group.equals("headers")) {
                    fields.add(group + "." + member.getKey());
                }
            });
        }
        return List.copyOf(fields);
    }

    /** Returns an entry without the values of fields. */
    static ObjectNode hide(ObjectNode entry, List<String> fields) {
        var copy = entry.deepCopy();
        fields.forEach(field -> {
            if (value(copy, field) != null) {
                put(copy, field, HIDDEN);
            }
        });
        return copy;
    }

    /** Returns an entry with the values that it had before, wherever it has a place-holder. */
    static ObjectNode restore(ObjectNode edited, ObjectNode before, List<String> fields) {
        var copy = edited.deepCopy();
        for (var field : fields) {
            var old = value(before, field);
            var now = value(copy, field);
            if (old != null
                    && now != null
                    && now.isString()
                    && now.stringValue().equals(HIDDEN)) {
                put(copy, field, old.asString(""));
            }
        }
        return copy;
    }

    private static @Nullable JsonNode value(ObjectNode entry, String field) {
        var argument = ARGUMENT.matcher(field);
        if (argument.matches()) {
            return entry.path("args").get(Integer.parseInt(argument.group(1)));
        }
        int dot = field.indexOf('.');
        return dot < 0 ? entry.get(field) : entry.path(field.substring(0, dot)).get(field.substring(dot + 1));
    }

    private static void put(ObjectNode entry, String field, String value) {
        var argument = ARGUMENT.matcher(field);
        int dot = field.indexOf('.');
        if (argument.matches() && entry.path("args") instanceof ArrayNode args) {
            args.set(Integer.parseInt(argument.group(1)), value);
        } else if (dot < 0) {
            entry.put(field, value);
        } else if (entry.path(field.substring(0, dot)) instanceof ObjectNode group) {
            group.put(field.substring(dot + 1), value);
        }
    }
}
