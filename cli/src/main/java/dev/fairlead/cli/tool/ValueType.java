package dev.fairlead.cli.tool;

import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.cli.text.TypedValue;
import dev.fairlead.protocol.rpc.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a JSON Schema says about the type of a value, as far as typing it on a command line needs to know.
 *
 * @param kinds the kinds of JSON that are allowed; empty for any
 * @param choices the only values allowed; empty for any
 * @param items the schema of elements, where arrays are allowed; a missing node where it says nothing
 * @param root the schema that references in it start from
 */
public record ValueType(Set<Kind> kinds, List<JsonNode> choices, JsonNode items, JsonNode root) {
    private static final int DEEPEST = 16;
    private static final int MOST_BRANCHES = 16;
    private static final JsonNode NOTHING = Json.object().path("nothing");

    /** A kind of JSON value, under its name in schemas. */
    enum Kind {
        STRING("text"),
        INTEGER("an integer"),
        NUMBER("a number"),
        BOOLEAN("true or false"),
        ARRAY("a JSON array"),
        OBJECT("a JSON object"),
        NULL("null");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the name in schemas. */
        String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Tells whether a value is of this kind. */
        boolean fits(JsonNode value) {
            return switch (this) {
                case STRING -> value.isString();
                case INTEGER -> value.isNumber() && integral(value);
                case NUMBER -> value.isNumber();
                case BOOLEAN -> value.isBoolean();
                case ARRAY -> value.isArray();
                case OBJECT -> value.isObject();
                case NULL -> value.isNull();
            };
        }

        private static boolean integral(JsonNode number) {
            // A number such as 1e99999999 must not be written out to find its fraction.
            return number.isIntegralNumber()
                    || number.decimalValue().signum() == 0
                    || number.decimalValue().stripTrailingZeros().scale() <= 0;
        }
    }

    /** Returns a type that allows everything. */
    static ValueType any() {
        return new ValueType(Set.of(), List.of(), NOTHING, NOTHING);
    }

    /** Reads a schema whose references start at {@code root}. */
    static ValueType of(JsonNode schema, JsonNode root) {
        return of(schema, root, 0);
    }

    /** Returns the schema of a member of objects, as far as it is declared; a missing node where it is not. */
    static JsonNode member(JsonNode schema, String name, JsonNode root) {
        return member(schema, name, root, 0);
    }

    /** Returns the names of the members of objects that are declared. */
    static Set<String> members(JsonNode schema, JsonNode root) {
        var names = new LinkedHashSet<String>();
        addMembers(schema, root, 0, names);
        return names;
    }

    private static void addMembers(JsonNode schema, JsonNode root, int depth, Set<String> names) {
        if (!schema.isObject() || depth > DEEPEST) {
            return;
        }
        names.addAll(schema.path("properties").propertyNames());
        if (schema.path("$ref").isString()) {
            addMembers(resolved(schema.path("$ref").stringValue(), root), root, depth + 1, names);
            return;
        }
        Stream.of("allOf", "anyOf", "oneOf")
                .flatMap(word -> schema.path(word).values().stream())
                .limit(MOST_BRANCHES)
                .forEach(branch -> addMembers(branch, root, depth + 1, names));
    }

    /** Tells whether objects must have a member. */
    static boolean requires(JsonNode schema, String name, JsonNode root) {
        return requires(schema, name, root, 0);
    }

    private static boolean requires(JsonNode schema, String name, JsonNode root, int depth) {
        if (!schema.isObject() || depth > DEEPEST) {
            return false;
        }
        var reference = schema.path("$ref");
        return schema.path("required").values().stream()
                        .anyMatch(one -> one.isString() && one.stringValue().equals(name))
                || (reference.isString() && requires(resolved(reference.stringValue(), root), name, root, depth + 1))
                || schema.path("allOf").values().stream()
                        .limit(MOST_BRANCHES)
                        .anyMatch(branch -> requires(branch, name, root, depth + 1));
    }

    private static JsonNode member(JsonNode schema, String name, JsonNode root, int depth) {
        if (!schema.isObject() || depth > DEEPEST) {
            return NOTHING;
        }
        var own = schema.path("properties").get(name);
        if (own != null) {
            return own;
        }
        var reference = schema.path("$ref");
        if (reference.isString()) {
            return member(resolved(reference.stringValue(), root), name, root, depth + 1);
        }
        return Stream.of("allOf", "anyOf", "oneOf")
                .flatMap(word -> schema.path(word).values().stream())
                .limit(MOST_BRANCHES)
                .map(branch -> member(branch, name, root, depth + 1))
                .filter(found -> !found.isMissingNode())
                .findFirst()
                .orElse(NOTHING);
    }

    /** Returns the type of the elements of an array. */
    ValueType element() {
        return of(items, root, 0);
    }

    boolean allows(Kind kind) {
        return kinds.contains(kind);
    }

    /** Says what is allowed, such as {@code an integer or null}. */
    String words() {
        if (!choices.isEmpty()) {
            return choices.stream().map(ValueType::typed).collect(Collectors.joining(" or "));
        }
        return kinds.isEmpty() ? "JSON" : kinds.stream().map(kind -> kind.words).collect(Collectors.joining(" or "));
    }

    /** Returns a value of an enumeration as one would type it. */
    static String typed(JsonNode value) {
        return value.isString() ? TypedValue.of(value.stringValue()) : ShellWord.of(Json.write(value));
    }

    private static ValueType of(JsonNode schema, JsonNode root, int depth) {
        if (!schema.isObject() || depth > DEEPEST) {
            return any();
        }
        var reference = schema.path("$ref");
        if (reference.isString()) {
            return of(resolved(reference.stringValue(), root), root, depth + 1);
        }
        var choices = choices(schema);
        var kinds = kinds(schema.path("type"));
        if (kinds.isEmpty()) {
            kinds = kindsOf(choices);
        }
        var own = new ValueType(kinds, choices, schema.path("items"), root);
        return kinds.isEmpty() ? combined(own, schema, depth) : own;
    }

    private static ValueType combined(ValueType own, JsonNode schema, int depth) {
        for (var word : List.of("anyOf", "oneOf")) {
            if (schema.path(word).isArray()) {
                return union(branches(schema.path(word), own.root(), depth), own);
            }
        }
        return branches(schema.path("allOf"), own.root(), depth).stream()
                .filter(branch -> !branch.kinds().isEmpty())
                .findFirst()
                .orElse(own);
    }

    private static List<ValueType> branches(JsonNode schemas, JsonNode root, int depth) {
        var branches = new ArrayList<ValueType>();
        schemas.values().forEach(branch -> branches.add(of(branch, root, depth + 1)));
        return branches;
    }

    private static ValueType union(List<ValueType> branches, ValueType own) {
        if (branches.isEmpty()
                || branches.stream().anyMatch(branch -> branch.kinds().isEmpty())) {
            return own;
        }
        var kinds = EnumSet.noneOf(Kind.class);
        branches.forEach(branch -> kinds.addAll(branch.kinds()));
        boolean closed = branches.stream()
                .allMatch(
                        branch -> !branch.choices().isEmpty() || branch.kinds().equals(Set.of(Kind.NULL)));
        var choices = closed
                ? branches.stream().flatMap(branch -> branch.choices().stream()).toList()
                : List.<JsonNode>of();
        var items = branches.stream()
                .filter(branch -> branch.allows(Kind.ARRAY))
                .map(ValueType::items)
                .findFirst()
                .orElse(NOTHING);
        return new ValueType(kinds, choices, items, own.root());
    }

    private static List<JsonNode> choices(JsonNode schema) {
        var only = schema.get("const");
        if (only != null) {
            return List.of(only);
        }
        return List.copyOf(schema.path("enum").values());
    }

    private static Set<Kind> kinds(JsonNode type) {
        var kinds = EnumSet.noneOf(Kind.class);
        for (var name : type.isArray() ? List.copyOf(type.values()) : List.of(type)) {
            var kind = kind(name);
            if (kind == null) {
                return Set.of();
            }
            kinds.add(kind);
        }
        return kinds;
    }

    private static @Nullable Kind kind(JsonNode name) {
        return Arrays.stream(Kind.values())
                .filter(kind -> name.isString() && kind.id().equals(name.stringValue()))
                .findFirst()
                .orElse(null);
    }

    private static Set<Kind> kindsOf(List<JsonNode> values) {
        var kinds = EnumSet.noneOf(Kind.class);
        for (var value : values) {
            Arrays.stream(Kind.values())
                    .filter(kind -> kind.fits(value))
                    .findFirst()
                    .ifPresent(kinds::add);
        }
        return kinds;
    }

    private static JsonNode resolved(String reference, JsonNode root) {
        if (!reference.startsWith("#")) {
            return NOTHING;
        }
        try {
            var pointer = URLDecoder.decode(reference.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
            return root.at(pointer);
        } catch (IllegalArgumentException noPointer) {
            // An anchor, or nonsense; the check before sending understands more.
            return NOTHING;
        }
    }
}
