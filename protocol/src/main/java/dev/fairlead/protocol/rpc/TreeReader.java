package dev.fairlead.protocol.rpc;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes trees of what a parser reads. The mapper could do the same, but a command that only reads and writes trees would
 * spend a third of its time on loading it.
 */
final class TreeReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final ValueBudget budget;

    /** Begins where the parser is; nothing that it makes goes beyond the budget. */
    TreeReader(JsonParser parser, ValueBudget budget) {
        this.parser = parser;
        this.budget = budget;
    }

    /** Reads the only value there is; nothing at all is a missing one. */
    static JsonNode only(JsonParser parser, ValueBudget budget) {
        if (parser.nextToken() == null) {
            return MissingNode.getInstance();
        }
        var value = new TreeReader(parser, budget).value();
        if (parser.nextToken() != null) {
            throw new StreamReadException(parser, "there is more after the value");
        }
        return value;
    }

    /** Reads the value whose first token is the current one. Parsers know how deep is too deep. */
    JsonNode value() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            default -> plain();
        };
    }

    private JsonNode plain() {
        ValueBudget.require(budget.value(), parser);
        return switch (parser.currentToken()) {
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> integer();
            // A double would turn 1e400 into Infinity, and lose digits of large decimals.
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case START_OBJECT,
                    START_ARRAY,
                    END_OBJECT,
                    END_ARRAY,
                    PROPERTY_NAME,
                    NOT_AVAILABLE,
                    VALUE_EMBEDDED_OBJECT -> throw new StreamReadException(parser, "there is no value here");
        };
    }

    private JsonNode integer() {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    private ObjectNode object() {
        ValueBudget.require(budget.container(), parser);
        var object = NODES.objectNode();
        for (var name = parser.nextName(); name != null; name = parser.nextName()) {
            ValueBudget.require(budget.name(), parser);
            parser.nextToken();
            object.set(name, value());
        }
        return object;
    }

    private ArrayNode array() {
        ValueBudget.require(budget.container(), parser);
        var array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value());
        }
        return array;
    }
}
