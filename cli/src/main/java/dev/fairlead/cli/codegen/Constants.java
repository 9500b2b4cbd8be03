package dev.fairlead.cli.codegen;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The constants of an enumeration of strings. */
final class Constants {
    private static final int MOST = 300;
    private static final int LONGEST = 500;
    private static final Collection<String> NOTHING_RESERVED = Set.of();

    private Constants() {}

    /** Tells whether they are few and short enough for an enum. */
    static boolean fit(JsonNode schema) {
        var values = SchemaKind.literals(schema);
        return values.size() <= MOST
                && values.stream().allMatch(value -> value.stringValue().length() <= LONGEST);
    }

    static List<Shape.Constant> of(JsonNode schema) {
        var names = new NamePool(NOTHING_RESERVED);
        return SchemaKind.literals(schema).stream()
                .map(JsonNode::stringValue)
                .map(value -> new Shape.Constant(names.take(Names.constant(value), ""), value))
                .toList();
    }
}
