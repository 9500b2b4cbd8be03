package dev.fairlead.host.trust;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.parts.Hashes;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * The one spelling of a JSON value: members sorted, no space, ASCII only. Two values are spelled alike only if nothing
 * but the order of members tells them apart; {@code 1} and {@code 1.0} are not alike, and Unicode is not normalised.
 */
final class Canonical {
    private Canonical() {}

    /** Spells a value; the text is JSON itself. */
    static String text(JsonNode value) {
        var text = new StringBuilder();
        write(text, value);
        return text.toString();
    }

    /** Returns the SHA-256 of a text of ASCII characters; others would have halves that all hash alike. */
    static String sha256(String text) {
        return Hashes.sha256(text);
    }

    /** Spells a text as a JSON string in ASCII. */
    static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2);
        quote(quoted, text);
        return quoted.toString();
    }

    private static void write(StringBuilder text, JsonNode value) {
        switch (value.getNodeType()) {
            case OBJECT -> writeObject(text, value);
            case ARRAY -> writeArray(text, value);
            case STRING -> quote(text, value.stringValue());
            case NUMBER -> writeNumber(text, value);
            case BOOLEAN -> text.append(value.booleanValue());
            case NULL, MISSING -> text.append("null");
            // Only programs make these; what they mean is what a server would be sent.
            case BINARY, POJO -> write(text, Json.parse(Json.write(value)));
        }
    }

    private static void writeObject(StringBuilder text, JsonNode object) {
        char separator = '{';
        for (var name : new TreeSet<>(object.propertyNames())) {
            quote(text.append(separator), name);
            write(text.append(':'), object.path(name));
            separator = ',';
        }
        text.append(separator == '{' ? "{}" : "}");
    }

    private static void writeArray(StringBuilder text, JsonNode array) {
        char separator = '[';
        for (var element : array) {
            write(text.append(separator), element);
            separator = ',';
        }
        text.append(separator == '[' ? "[]" : "]");
    }

    private static void writeNumber(StringBuilder text, JsonNode number) {
        if (number.isIntegralNumber()) {
            text.append(number.bigIntegerValue());
        } else if (number.isBigDecimal()) {
            text.append(number.decimalValue());
        } else {
            // A binary fraction becomes what reading its spelling would have made of it.
            var spelled = Json.write(number);
            text.append(spelled.startsWith("\"") ? spelled : new BigDecimal(spelled).toString());
        }
    }

    private static void quote(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            if (unit == '"' || unit == '\\') {
                text.append('\\').append(unit);
            } else if (unit >= ' ' && unit < 0x7f) {
                text.append(unit);
            } else {
                text.append("\\u").append(HexFormat.of().toHexDigits(unit));
            }
        }
        text.append('"');
    }
}
