package dev.fairlead.protocol.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Writes usual requests and notifications in less time than the generator takes to begin. Where something is unusual, be it
 * wrong or only rare, it gives up, and the generator writes the same from the start.
 */
final class QuickWriter {
    private static final byte[] BEGINNING = ascii("{\"jsonrpc\":\"2.0\"");
    private static final byte[] ID = ascii(",\"id\":");
    private static final byte[] METHOD = ascii(",\"method\":");
    private static final byte[] PARAMS = ascii(",\"params\":");
    // Most calls are smaller.
    private static final int USUAL_LENGTH = 256;
    private static final int LONGEST_NUMBER = 20;
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8; // on any JVM

    private byte[] bytes = new byte[USUAL_LENGTH];
    private int length;

    private QuickWriter() {}

    /** Returns the request or notification as one line of UTF-8, without a line end; null where the generator has to write it. */
    static byte @Nullable [] call(@Nullable RequestId id, String method, @Nullable ObjectNode params) {
        var writer = new QuickWriter();
        return writer.message(id, method, params) ? Arrays.copyOf(writer.bytes, writer.length) : null;
    }

    private boolean message(@Nullable RequestId id, String method, @Nullable ObjectNode params) {
        add(BEGINNING);
        if (id != null) {
            add(ID);
            if (!id(id)) {
                return false;
            }
        }
        add(METHOD);
        if (!text(method)) {
            return false;
        }
        if (params != null) {
            add(PARAMS);
            if (!object(params, 2)) {
                return false;
            }
        }
        add('}');
        return true;
    }

    private boolean id(RequestId id) {
        if (id instanceof RequestId.Numeric numeric) {
            number(numeric.value());
            return true;
        }
        return text(((RequestId.Text) id).value());
    }

    private boolean value(JsonNode value, int depth) {
        if (value instanceof StringNode text) {
            return text(text.stringValue());
        }
        if (value instanceof ObjectNode object) {
            return object(object, depth);
        }
        if (value instanceof IntNode || value instanceof LongNode) {
            number(value.longValue());
            return true;
        }
        if (value instanceof ArrayNode array) {
            return array(array, depth);
        }
        if (value instanceof BooleanNode truth) {
            add(truth.booleanValue() ? "true" : "false");
            return true;
        }
        if (value instanceof NullNode) {
            add("null");
            return true;
        }
        return false;
    }

    private boolean object(ObjectNode object, int depth) {
        if (depth > Json.MAX_DEPTH) {
            return false;
        }
        char before = '{';
        for (var member : object.properties()) {
            add(before);
            before = ',';
            if (!text(member.getKey())) {
                return false;
            }
            add(':');
            if (!value(member.getValue(), depth + 1)) {
                return false;
            }
        }
        if (before == '{') {
            add('{');
        }
        add('}');
        return true;
    }

    private boolean array(ArrayNode array, int depth) {
        if (depth > Json.MAX_DEPTH) {
            return false;
        }
        char before = '[';
        for (var item : array) {
            add(before);
            before = ',';
            if (!value(item, depth + 1)) {
                return false;
            }
        }
        if (before == '[') {
            add('[');
        }
        add(']');
        return true;
    }

    private boolean text(String text) {
        int size = text.length();
        room(size + 2L);
        bytes[length++] = '"';
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                char escape = escape(c);
                if (escape == 0) {
                    return false;
                }
                room(size - i + 2L); // for what is left, the quote and one sign more
                bytes[length++] = '\\';
                c = escape;
            }
            bytes[length++] = (byte) c;
        }
        bytes[length++] = '"';
        return true;
    }

    /** Returns what stands for a character behind a backslash; 0 where nothing so simple does. */
    private static char escape(char c) {
        return switch (c) {
            case '"', '\\' -> c;
            case '\n' -> 'n';
            case '\t' -> 't';
            case '\r' -> 'r';
            default -> 0;
        };
    }

    private void number(long value) {
        if (value < 0) {
            add(Long.toString(value));
            return;
        }
        room(LONGEST_NUMBER);
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        int at = length + digits;
        length = at;
        long rest = value;
        do {
            bytes[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
    }

    private void add(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
    }

    private void add(String ascii) {
        add(ascii(ascii));
    }

    private void add(byte[] ascii) {
        room(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
    }

    private void room(long more) {
        long needed = length + more;
        if (needed > LARGEST_ARRAY) {
            throw new OutOfMemoryError("a message of more than 2 GiB");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST_ARRAY, Math.max(needed, 2L * bytes.length)));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
