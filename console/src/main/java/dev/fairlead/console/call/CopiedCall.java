package dev.fairlead.console.call;

import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/** Writes a call down so that it can be made elsewhere. */
public final class CopiedCall {
    private CopiedCall() {}

    /** Returns the line for a terminal. */
    public static String line(String server, String tool, ObjectNode arguments) {
        var line = new StringBuilder("fairlead call ")
                .append(word(server))
                .append(' ')
                .append(word(tool));
        if (!arguments.isEmpty()) {
            line.append(" --args ").append(word(Json.write(arguments)));
        }
        return line.toString();
    }

    /** Returns the statement for a Java program that has a host. */
    public static String java(String server, String tool, ObjectNode arguments) {
        var json = arguments.isEmpty() ? "null" : "Json.parse(%s)".formatted(literal(Json.write(arguments)));
        return "try (var host = Host.builder().configured().open()) {\n"
                + "    var tool = host.settled(Duration.ofSeconds(30))\n"
                + "            ? host.catalog().tool(%s, %s).orElseThrow()\n".formatted(literal(server), literal(tool))
                + "            : null;\n"
                + "    var result = host.call(tool.name(), %s);\n".formatted(json)
                + "    System.out.println(result.text());\n"
                + "}";
    }

    /** Quotes a word for a POSIX shell. */
    private static String word(String text) {
        return text.matches("[A-Za-z0-9_./:=@%+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** Quotes a text for Java. */
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
                default -> {
                    if (c < ' ' || c > '~') {
                        literal.append("\\u%04x".formatted((int) c));
                    } else {
                        literal.append(c);
                    }
                }
            }
        }
        return literal.append('"').toString();
    }
}
