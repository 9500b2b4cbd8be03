package dev.fairlead.host.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A value of a configuration, with the place where it stands.
 *
 * @param text what a scalar says, as it was written
 * @param members what an object holds; empty for all else
 * @param items what a list holds; empty for all else
 * @param weight how many values it is made of
 * @param height how many levels it has
 */
record Located(
        Kind kind,
        int line,
        int column,
        String text,
        Map<String, Located> members,
        List<Located> items,
        int weight,
        int height) {

    /** What a value is. */
    enum Kind {
        OBJECT("an object"),
        LIST("a list"),
        TEXT("a text"),
        NUMBER("a number"),
        FLAG("true or false"),
        NOTHING("null");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    static Located scalar(Kind kind, int line, int column, String text) {
        return new Located(kind, line, column, text, Map.of(), List.of(), 1, 1);
    }

    static Located object(int line, int column, Map<String, Located> members) {
        int weight = members.values().stream().mapToInt(Located::weight).sum() + 1;
        int height = members.values().stream().mapToInt(Located::height).max().orElse(0) + 1;
        return new Located(Kind.OBJECT, line, column, "", members, List.of(), weight, height);
    }

    static Located list(int line, int column, List<Located> items) {
        int weight = items.stream().mapToInt(Located::weight).sum() + 1;
        int height = items.stream().mapToInt(Located::height).max().orElse(0) + 1;
        return new Located(Kind.LIST, line, column, "", Map.of(), items, weight, height);
    }

    boolean isObject() {
        return kind == Kind.OBJECT;
    }

    boolean isList() {
        return kind == Kind.LIST;
    }

    /** Tells whether it is a text, a number or a flag. */
    boolean isScalar() {
        return kind == Kind.TEXT || kind == Kind.NUMBER || kind == Kind.FLAG;
    }

    /** Returns a member that is there and not null. */
    @Nullable
    Located member(String name) {
        var found = members.get(name);
        return found == null || found.kind == Kind.NOTHING ? null : found;
    }

    /** Returns the object that a path of names leads to. */
    @Nullable
    Located objectAt(String... path) {
        var here = this;
        for (var name : path) {
            var next = here.member(name);
            if (next == null || !next.isObject()) {
                return null;
            }
            here = next;
        }
        return here;
    }

    /** Returns the first value in which half a character stands, be it in a text or in a name; null if there is none. */
    @Nullable
    Located broken() {
        if (isBroken(text)) {
            return this;
        }
        for (var member : members.entrySet()) {
            var broken = isBroken(member.getKey())
                    ? member.getValue()
                    : member.getValue().broken();
            if (broken != null) {
                return broken;
            }
        }
        return items.stream()
                .map(Located::broken)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Tells whether half a character stands in a text. */
    static boolean isBroken(String text) {
        return text.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    /** Returns the same value standing at the place of another one. */
    Located at(int otherLine, int otherColumn) {
        return new Located(kind, otherLine, otherColumn, text, members, items, weight, height);
    }

    /** Returns the members together with those of another object, which count where this one has none of that name. */
    Located over(Located others) {
        var all = new LinkedHashMap<>(others.members);
        all.putAll(members);
        return object(line, column, all);
    }

    JsonNode json() {
        var nodes = JsonNodeFactory.instance;
        return switch (kind) {
            case OBJECT -> {
                var object = nodes.objectNode();
                members.forEach((name, value) -> object.set(name, value.json()));
                yield object;
            }
            case LIST -> {
                var list = nodes.arrayNode();
                items.forEach(item -> list.add(item.json()));
                yield list;
            }
            case TEXT -> nodes.stringNode(text);
            case NUMBER -> number(text);
            case FLAG -> nodes.booleanNode(Boolean.parseBoolean(text));
            case NOTHING -> nodes.nullNode();
        };
    }

    private static JsonNode number(String text) {
        try {
            return JsonNodeFactory.instance.numberNode(new java.math.BigDecimal(text));
        } catch (NumberFormatException e) {
            // Such as .inf or 0x1F of YAML, which JSON has no number for.
            return JsonNodeFactory.instance.stringNode(text);
        }
    }

    /** Names the kind and the place; what a value says may be secret. */
    @Override
    public String toString() {
        return "%s at %s:%s".formatted(kind, line, column);
    }
}
