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

    private TreeReader() {}

    /** Reads the only value there is; nothing at all is a missing one. */
    static JsonNode only(JsonParser parser) {
        if (parser.nextToken() == null) {
            return MissingNode.getInstance();
        }
        var value = value(parser);
        if (parser.nextToken() != null) {
            throw new StreamReadException(parser, "there is more after the value");
        }
        return value;
    }

    /** Reads the value whose first token is the current one. Parsers know how deep is too deep. */
    static JsonNode value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> integer(parser);
            // A double would turn 1e400 into Infinity, and lose digits of large decimals.
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new StreamReadException(parser, "there is no value here");
        };
    }

    private static JsonNode integer(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    private static ObjectNode object(JsonParser parser) {
        var object = NODES.objectNode();
        for (var name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            object.set(name, value(parser));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser) {
        var array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }
}
