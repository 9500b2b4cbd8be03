package dev.fairlead.console.server;

import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.ServerConfig;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the secrets of an entry from the page, and puts them back where the page sends their place-holder. */
final class SecretFields {
    static final String HIDDEN = "•••";

    private static final Pattern ARGUMENT = Pattern.compile("args\\[(\\d+)]");

    private SecretFields() {}

    /** Returns the fields that most likely hold a secret; headers are taken for such in any case. */
    static List<String> of(ServerConfig server, ObjectNode entry) {
        var fields = new LinkedHashSet<>(LikelySecrets.fields(server));
        entry.path("headers").properties().forEach(header -> {
            var text = header.getValue().asString("");
            if (!text.isEmpty() && !text.contains("${")) {
                fields.add("headers." + header.getKey());
            }
        });
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

    /**
     * Returns an entry with the values that it had before, wherever it has a place-holder.
     *
     * @throws Refusal if a place-holder stands where nothing was hidden, so that nobody knows what it stands for
     */
    static ObjectNode restore(ObjectNode edited, ObjectNode before, List<String> fields) {
        var copy = edited.deepCopy();
        for (var field : fields) {
            var old = value(before, field);
            if (old != null && isHidden(value(copy, field)) && isWhereItWas(copy, before, field)) {
                put(copy, field, old.asString(""));
            }
        }
        lone(copy, before, fields);
        refuseHidden(copy, "entry");
        return copy;
    }

    /** Tells whether a field still means what it meant: another argument may be at the same place now. */
    private static boolean isWhereItWas(ObjectNode edited, ObjectNode before, String field) {
        var argument = ARGUMENT.matcher(field);
        if (!argument.matches()) {
            return true;
        }
        int place = Integer.parseInt(argument.group(1));
        var now = edited.path("args");
        var then = before.path("args");
        return now.size() == then.size() && (place == 0 || now.path(place - 1).equals(then.path(place - 1)));
    }

    /** Puts back a hidden argument that is elsewhere now: of one alone it is known which it is. */
    private static void lone(ObjectNode copy, ObjectNode before, List<String> fields) {
        var hidden = fields.stream()
                .filter(field -> ARGUMENT.matcher(field).matches())
                .toList();
        var places = IntStream.range(0, copy.path("args").size())
                .filter(i -> isHidden(copy.path("args").get(i)))
                .toArray();
        if (hidden.size() == 1 && places.length == 1) {
            var old = value(before, hidden.getFirst());
            put(copy, "args[%s]".formatted(places[0]), old == null ? HIDDEN : old.asString(HIDDEN));
        }
    }

    private static void refuseHidden(JsonNode node, String path) {
        if (node.isString() && node.stringValue().contains(HIDDEN)) {
            throw Refusal.field(
                    path, "holds %s, which stands for no value here; type the value itself".formatted(HIDDEN));
        }
        node.properties().forEach(member -> refuseHidden(member.getValue(), path + "." + member.getKey()));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            refuseHidden(node.get(i), "%s[%s]".formatted(path, i));
        }
    }

    private static boolean isHidden(@Nullable JsonNode value) {
        return value != null && value.isString() && value.stringValue().equals(HIDDEN);
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
