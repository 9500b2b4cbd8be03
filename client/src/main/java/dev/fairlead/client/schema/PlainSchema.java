package dev.fairlead.client.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What most tools ask for: members of simple types, some of them required, a choice of words. It sees that a value fits in
 * a fraction of the time that the library needs, and a program that meets nothing else never loads the library at all.
 *
 * <p>It only ever says yes. A schema with a keyword that it does not know by heart is not plain, and a value that it does
 * not see to fit is judged by the library, which also finds the words.
 */
final class PlainSchema {
    // Beyond that, how much work a value may be is for the library's meter to say.
    private static final int MAX_STEPS = 20_000;
    private static final int MAX_COUNTED = 1_000; // characters

    private final List<Rule> rules;

    PlainSchema(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Returns a schema as a plain one, if that is what it is. */
    static Optional<PlainSchema> of(JsonNode schema) {
        return new PlainSchemaReader().read(schema);
    }

    /** Tells whether a value is seen to fit; if not, it may fit nevertheless. */
    boolean fits(JsonNode value) {
        try {
            return fits(value, new Steps());
        } catch (StackOverflowError little) {
            return false; // It was as good as used up before.
        }
    }

    private boolean fits(JsonNode value, Steps steps) {
        if (!steps.more()) {
            return false;
        }
        // No streams and no lambdas here: the first ones of a program cost it more than all the rest of this.
        for (var rule : rules) {
            if (!rule.allows(value, steps)) {
                return false;
            }
        }
        return true;
    }

    /** How much was done already. */
    static final class Steps {
        private int taken;

        boolean more() {
            return ++taken <= MAX_STEPS;
        }
    }

    /** One keyword, or a few that belong together. */
    sealed interface Rule {
        boolean allows(JsonNode value, Steps steps);
    }

    /** The names are those of JSON Schema. */
    enum Type {
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        NULL,
        OBJECT,
        ARRAY;

        boolean fits(JsonNode value) {
            return switch (this) {
                case STRING -> value.isString();
                case INTEGER -> value.isIntegralNumber(); // Whether 1.0 is one is a question of the dialect.
                case NUMBER ->
                    value.isIntegralNumber()
                            || value.isBigDecimal()
                            || (value.isDouble() && Double.isFinite(value.doubleValue()));
                case BOOLEAN -> value.isBoolean();
                case NULL -> value.isNull();
                case OBJECT -> value.isObject();
                case ARRAY -> value.isArray();
            };
        }
    }

    /** The value is of one of these types. */
    record OfType(List<Type> types) implements Rule {
        @Override
        public boolean allows(JsonNode value, Steps steps) {
            for (var type : types) {
                if (type.fits(value)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The value is one of these words. */
    record OneOf(Set<String> words) implements Rule {
        @Override
        public boolean allows(JsonNode value, Steps steps) {
            return value.isString() && words.contains(value.stringValue());
        }
    }

    /** An object has these members. */
    record Required(List<String> names) implements Rule {
        @Override
        public boolean allows(JsonNode value, Steps steps) {
            if (value.isObject()) {
                for (var name : names) {
                    if (!value.has(name)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /**
     * The members of an object fit.
     *
     * @param others what members of other names must fit; null if there must be none
     */
    record Members(Map<String, PlainSchema> known, @Nullable PlainSchema others) implements Rule {
        @Override
        public boolean allows(JsonNode value, Steps steps) {
            if (value.isObject()) {
                for (var member : value.properties()) {
                    var schema = known.getOrDefault(member.getKey(), others);
                    if (schema == null || !schema.fits(member.getValue(), steps)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** The items of an array fit. */
    record Items(PlainSchema schema) implements Rule {
        @Override
        public boolean allows(JsonNode value, Steps steps) {
            if (value.isArray()) {
                for (var item : value) {
                    if (!schema.fits(item, steps)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** The value fits at least one of these. */
    record AnyOf(List<PlainSchema> schemas) implements Rule {
        @Override
        public boolean allows(JsonNode value, Steps steps) {
            for (var schema : schemas) {
                if (schema.fits(value, steps)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** What is bounded of a value. */
    enum Measure {
        NUMBER,
        LENGTH,
        ITEMS
    }

    /** A number, the length of a text or the number of items lies within bounds, both included. */
    record Within(Measure measure, long low, long high) implements Rule {
        @Override
        public boolean allows(JsonNode value, Steps steps) {
            return switch (measure) {
                case NUMBER ->
                    !value.isNumber()
                            || (value.isIntegralNumber() && value.canConvertToLong() && contains(value.longValue()));
                case LENGTH -> !value.isString() || containsLength(value.stringValue());
                case ITEMS -> !value.isArray() || contains(value.size());
            };
        }

        /** A pair of surrogates is one character: between half as many and all are, and mostly that is enough to know. */
        private boolean containsLength(String text) {
            int most = text.length();
            return (contains(most) && contains((most + 1) / 2))
                    || (most <= MAX_COUNTED && contains(text.codePointCount(0, most)));
        }

        private boolean contains(long size) {
            return low <= size && size <= high;
        }
    }
}
