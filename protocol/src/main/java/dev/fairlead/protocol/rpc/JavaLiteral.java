package dev.fairlead.protocol.rpc;

import java.util.ArrayList;
import java.util.stream.Collectors;

/** Writes texts as expressions of Java, in ASCII: whatever a text holds, it stays one. */
public final class JavaLiteral {
    private static final int LONGEST = 8_000; // Compilers take none of more than 65,535 bytes.

    private JavaLiteral() {}

    /** Returns an expression whose value is a text; a literal, unless the text is too long for one. */
    public static String of(String text) {
        if (text.length() <= LONGEST) {
            return literal(text);
        }
        var parts = new ArrayList<String>();
        for (int i = 0; i < text.length(); i += LONGEST) {
            parts.add(text.substring(i, Math.min(text.length(), i + LONGEST)));
        }
        return parts.stream().map(JavaLiteral::literal).collect(Collectors.joining(", ", "String.join(\"\", ", ")"));
    }

    private static String literal(String text) {
        var literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                default -> append(literal, c);
            }
        }
        return literal.append('"').toString();
    }

    private static void append(StringBuilder literal, char c) {
        if (c < ' ' || c == 0x7F) {
            // Compilers read Unicode escapes first: one of a line end would end the line.
            literal.append("\\%03o".formatted((int) c));
        } else if (c > 0x7F) {
            literal.append("\\u%04x".formatted((int) c));
        } else {
            literal.append(c);
        }
    }
}
