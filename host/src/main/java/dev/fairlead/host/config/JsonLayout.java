package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Json;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * How a JSON text is laid out, so that what is added looks like what is there.
 *
 * @param newline how its lines end
 * @param unit by what inner lines are moved
 */
record JsonLayout(String newline, String unit) {
    private static final String USUAL_UNIT = "  ";
    private static final int LONGEST_LIST = 100;

    static JsonLayout of(String text, JsonSpan root) {
        var newline = text.contains("\r\n") ? "\r\n" : text.indexOf('\r') >= 0 && text.indexOf('\n') < 0 ? "\r" : "\n";
        var outer = indent(text, root.start());
        var unit = root.parts().stream()
                .filter(part -> beginsLine(text, part.start()))
                .map(part -> indent(text, part.start()))
                .filter(inner -> inner.length() > outer.length() && inner.startsWith(outer))
                .map(inner -> inner.substring(outer.length()))
                .findFirst()
                .orElse(USUAL_UNIT);
        return new JsonLayout(newline, unit);
    }

    /** Tells whether a text goes on on another line. */
    static boolean breaks(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    /** Returns where the line of a position begins. */
    static int lineStart(String text, int at) {
        int start = at;
        while (start > 0 && text.charAt(start - 1) != '\n' && text.charAt(start - 1) != '\r') {
            start--;
        }
        return start == 0 && text.startsWith("\uFEFF") ? 1 : start;
    }

    /** Returns the blanks that the line of a position begins with. */
    static String indent(String text, int at) {
        int start = lineStart(text, at);
        return text.substring(start, Math.min(at, blanks(text, start)));
    }

    /** Tells whether nothing but blanks stands before a position on its line. */
    static boolean beginsLine(String text, int at) {
        return lineStart(text, at) + indent(text, at).length() == at;
    }

    /** Returns where the spaces and tabs end that begin at a position. */
    static int blanks(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    /** Writes a value over as many lines as it needs; the first one stands where it is put. */
    String written(JsonNode value, String indent) {
        if (value.isObject() && !value.isEmpty()) {
            var inner = indent + unit;
            return value.properties().stream()
                    .map(member -> inner + name(member.getKey()) + ": " + written(member.getValue(), inner))
                    .collect(Collectors.joining("," + newline, "{" + newline, newline + indent + "}"));
        }
        if (value.isArray() && !value.isEmpty()) {
            var line = onOneLine(value, true);
            boolean plain = value.valueStream().noneMatch(JsonNode::isContainer);
            if (plain && line.length() <= LONGEST_LIST) {
                return line;
            }
            var inner = indent + unit;
            return value.valueStream()
                    .map(item -> inner + written(item, inner))
                    .collect(Collectors.joining("," + newline, "[" + newline, newline + indent + "]"));
        }
        return scalar(value);
    }

    /** Writes a value on one line, with or without spaces in it. */
    static String onOneLine(JsonNode value, boolean spaced) {
        var comma = spaced ? ", " : ",";
        if (value.isObject()) {
            return value.properties().stream()
                    .map(member -> name(member.getKey()) + (spaced ? ": " : ":") + onOneLine(member.getValue(), spaced))
                    .collect(Collectors.joining(comma, "{", "}"));
        }
        if (value.isArray()) {
            return value.valueStream()
                    .map(item -> onOneLine(item, spaced))
                    .collect(Collectors.joining(comma, "[", "]"));
        }
        return scalar(value);
    }

    static String name(String name) {
        return scalar(Json.object().stringNode(name));
    }

    /** Halves of characters that stand alone could not be written as UTF-8. */
    private static String scalar(JsonNode value) {
        var text = Json.write(value);
        var safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            boolean pair = Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                safe.append(unit).append(text.charAt(++i));
            } else if (Character.isSurrogate(unit)) {
                safe.append("\\u%04x".formatted((int) unit));
            } else {
                safe.append(unit);
            }
        }
        return safe.toString();
    }
}
