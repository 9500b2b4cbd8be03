package dev.fairlead.protocol.rpc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes trees of usual JSON in a fraction of the time that the parser takes. Where something is unusual, be it wrong or
 * only rare, it gives up, and the parser reads the same text from the start: what the parser says of it is what counts.
 *
 * <p>A schema is looked over like the rest, but becomes a tree only when somebody looks into it. Lists are full of
 * schemas, and hardly any is ever used.
 */
final class QuickReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    static final int LONGEST_NAME = 1024;
    private static final int LONGEST_LONG = 18;

    private final QuickText text;
    private final boolean lazy;
    private final ValueBudget budget = new ValueBudget();
    private final QuickPass pass;

    private QuickReader(byte[] bytes, int start, int end, boolean lazy) {
        this.text = new QuickText(bytes, start, end);
        this.lazy = lazy;
        this.pass = new QuickPass(bytes, end, text, this, budget);
    }

    /** Reads the object that is all there is in these bytes; null where the parser has to do it. */
    static @Nullable ObjectNode message(byte[] bytes, int start, int end) {
        return only(new QuickReader(bytes, start, end, true));
    }

    /** Reads the object that is all there is in these bytes, with all that is in it; null where the parser has to do it. */
    static @Nullable ObjectNode tree(byte[] bytes) {
        return only(new QuickReader(bytes, 0, bytes.length, false));
    }

    private static @Nullable ObjectNode only(QuickReader reader) {
        try {
            reader.text.expect('{');
            var object = reader.object(1);
            return reader.text.isAtEnd() ? object : null;
        } catch (QuickText.Unusual forTheParser) {
            return null;
        }
    }

    /** Reads the value whose first byte has just been passed. */
    JsonNode value(byte first, int depth) {
        return switch (first) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            default -> plain(first);
        };
    }

    private JsonNode plain(byte first) {
        QuickText.require(budget.value());
        return switch (first) {
            case '"' -> NODES.stringNode(text.string());
            case 't' -> constant("rue", NODES.booleanNode(true));
            case 'f' -> constant("alse", NODES.booleanNode(false));
            case 'n' -> constant("ull", NODES.nullNode());
            default -> number();
        };
    }

    private ObjectNode object(int depth) {
        QuickText.require(depth < Json.MAX_DEPTH && budget.container());
        var members = new LinkedHashMap<String, JsonNode>();
        byte mark = text.next();
        while (mark != '}') {
            QuickText.require(mark == '"' && budget.name());
            var name = text.name(LONGEST_NAME);
            text.expect(':');
            byte first = text.next();
            var value = lazy && first == '{' && isSchema(name) ? unread(depth + 1) : value(first, depth + 1);
            QuickText.require(members.put(name, value) == null);
            mark = text.next();
            if (mark == ',') {
                mark = text.next();
                QuickText.require(mark == '"');
            } else {
                QuickText.require(mark == '}');
            }
        }
        return new ObjectNode(NODES, members);
    }

    private ArrayNode array(int depth) {
        QuickText.require(depth < Json.MAX_DEPTH && budget.container());
        var array = NODES.arrayNode();
        byte mark = text.next();
        while (mark != ']') {
            array.add(value(mark, depth + 1));
            mark = text.next();
            if (mark == ',') {
                mark = text.next();
                QuickText.require(mark != ']');
            } else {
                QuickText.require(mark == ']');
            }
        }
        return array;
    }

    private static boolean isSchema(String name) {
        return name.equals("inputSchema") || name.equals("outputSchema");
    }

    private ObjectNode unread(int depth) {
        int start = text.position();
        text.moveTo(pass.object(start, depth));
        return new UnreadObject(NODES, text.copy(start - 1));
    }

    private JsonNode constant(String rest, JsonNode value) {
        for (int i = 0; i < rest.length(); i++) {
            QuickText.require(text.peek() == rest.charAt(i));
            text.skip();
        }
        return value;
    }

    /** Reads the number whose first character has just been read. */
    private JsonNode number() {
        int start = text.back();
        boolean negative = text.peek() == '-';
        if (negative) {
            text.skip();
        }
        int first = text.position();
        boolean zero = text.peek() == '0';
        long value = text.digits();
        int digits = text.position() - first;
        QuickText.require(digits == 1 || !zero);
        boolean whole = text.passFraction();
        int length = text.position() - start;
        QuickText.require(length < Json.MAX_NUMBER_LENGTH);
        if (whole && digits <= LONGEST_LONG) {
            return number(negative ? -value : value);
        }
        var written = new String(text.copy(start), StandardCharsets.US_ASCII);
        return whole ? number(new BigInteger(written)) : decimal(written);
    }

    private static JsonNode number(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    private static JsonNode number(BigInteger value) {
        return value.bitLength() < Long.SIZE ? NODES.numberNode(value.longValue()) : NODES.numberNode(value);
    }

    private static JsonNode decimal(String written) {
        try {
            var value = new BigDecimal(written);
            QuickText.require(value.scale() != Integer.MIN_VALUE); // The parser takes it for one beyond all bounds.
            return NODES.numberNode(value);
        } catch (NumberFormatException beyondAllBounds) {
            throw QuickText.unusual(); // The parser finds the words.
        }
    }
}
