package dev.fairlead.cli.codegen;

/** Writes texts as string literals of Java, in ASCII. */
final class Literal {

    private Literal() {}

    static String of(String text) {
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
