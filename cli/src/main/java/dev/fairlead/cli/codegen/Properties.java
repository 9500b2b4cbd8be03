package dev.fairlead.cli.codegen;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The properties of an object's schema. */
final class Properties {
    // Twice as many places as a method can have parameters is what longs and doubles take.
    private static final int MOST = 120;
    private static final int LONGEST_NAME = 1_000;

    private Properties() {}

    /** One property. */
    record Property(String name, JsonNode schema, boolean required) {}

    /** Tells whether a schema names any. */
    static boolean any(JsonNode schema) {
        return !schema.path("properties").isEmpty() || !required(schema).isEmpty();
    }

    /** Says why these properties cannot be the components of a record, if they cannot. */
    static Optional<String> problem(JsonNode schema) {
        var names = new LinkedHashSet<>(schema.path("properties").propertyNames());
        names.addAll(required(schema));
        if (names.size() > MOST) {
            return Optional.of("it has %s properties, and a record at most %s".formatted(names.size(), MOST));
        }
        if (names.stream().anyMatch(name -> name.length() > LONGEST_NAME)) {
            return Optional.of("the name of a property is longer than %s characters".formatted(LONGEST_NAME));
        }
        return Optional.empty();
    }

    /** Lists them, required ones first, otherwise in the order of the schema; those only required may be anything. */
    static List<Property> of(JsonNode schema) {
        var required = required(schema);
        var named = new LinkedHashMap<String, JsonNode>();
        schema.path("properties").properties().forEach(member -> named.put(member.getKey(), member.getValue()));
        required.forEach(name -> named.putIfAbsent(name, schema.path("")));
        var first = new ArrayList<Property>();
        var then = new ArrayList<Property>();
        named.forEach((name, of) -> {
            boolean must = required.contains(name);
            (must ? first : then).add(new Property(name, of, must));
        });
        first.addAll(then);
        return first;
    }

    private static Set<String> required(JsonNode schema) {
        var names = new LinkedHashSet<String>();
        for (var name : schema.path("required").values()) {
            if (name.isString()) {
                names.add(name.stringValue());
            }
        }
        return names;
    }
}
