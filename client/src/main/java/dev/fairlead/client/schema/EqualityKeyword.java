package dev.fairlead.client.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A keyword that compares values for equality, every comparison counted. */
record EqualityKeyword(String name) implements Keyword {

    @Override
    public String getValue() {
        return name;
    }

    @Override
    public @Nullable KeywordValidator newValidator(
            SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) {
        Meter.current().retain(1);
        return switch (name) {
            case "const" -> {
                SameValue expected = SameValue.of(node);
                yield new ValueRule(
                        name,
                        location,
                        "must be " + ProblemText.quote(node),
                        value -> expected.equals(SameValue.of(value)));
            }
            case "enum" -> {
                Set<SameValue> allowed = new HashSet<>();
                node.values().forEach(value -> allowed.add(SameValue.of(value)));
                yield new ValueRule(
                        name,
                        location,
                        "must be one of " + ProblemText.quote(node),
                        value -> allowed.contains(SameValue.of(value)));
            }
            default ->
                node.booleanValue(false)
                        ? new ValueRule(
                                name, location, "must not hold the same item twice", EqualityKeyword::allDifferent)
                        : null;
        };
    }

    private static boolean allDifferent(JsonNode value) {
        if (!value.isArray()) {
            return true;
        }
        Set<SameValue> seen = new HashSet<>();
        for (JsonNode item : value.values()) {
            if (!seen.add(SameValue.of(item))) {
                return false;
            }
        }
        return true;
    }
}
