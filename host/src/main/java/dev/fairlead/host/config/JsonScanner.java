package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;

/** Finds where the values of a JSON text stand. The text was read before, so that all in it is known to be in order. */
final class JsonScanner {
    private static final String BLANKS = " \t\r\n";

    private final String text;
    private int at;

    private JsonScanner(String text) {
        this.text = text;
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
    }

    static JsonSpan scan(String text) {
        var scanner = new JsonScanner(text);
        scanner.skip();
        return scanner.value();
    }

    /** Returns where the first character stands, from a position on, that is neither blank nor in a comment. */
    static int next(String text, int from) {
        var scanner = new JsonScanner(text);
        scanner.at = from;
        scanner.skip();
        return scanner.at;
    }

    /** Returns where the comment ends that begins at a position: before the end of its line, or after its last sign. */
    static int commentEnd(String text, int from) {
        if (text.startsWith("/*", from)) {
            return text.indexOf("*/", from + 2) + 2;
        }
        int end = from;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private void skip() {
        while (at < text.length()) {
            if (BLANKS.indexOf(text.charAt(at)) >= 0) {
                at++;
            } else if (text.charAt(at) == '/') {
                at = commentEnd(text, at);
            } else {
                return;
            }
        }
    }

    private JsonSpan value() {
        int start = at;
        return switch (text.charAt(at)) {
            case '{' -> open(start, false);
            case '[' -> open(start, true);
            case '"' -> {
                string();
                yield new JsonSpan(start, at, false, false, List.of());
            }
            default -> {
                word();
                yield new JsonSpan(start, at, false, false, List.of());
            }
        };
    }

    private JsonSpan open(int start, boolean list) {
        var parts = new ArrayList<JsonSpan.Part>();
        at++;
        skip();
        while (text.charAt(at) != (list ? ']' : '}')) {
            int begin = at;
            var name = list ? "" : name();
            var value = value();
            skip();
            int comma = text.charAt(at) == ',' ? at++ : -1;
            skip();
            parts.add(new JsonSpan.Part(name, begin, value, comma));
        }
        at++;
        return new JsonSpan(start, at, true, list, List.copyOf(parts));
    }

    private String name() {
        int start = at;
        string();
        var name = Json.parse(text.substring(start, at)).stringValue();
        skip();
        at++; // the colon
        skip();
        return name;
    }

    private void string() {
        at++;
        while (text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    private void word() {
        while (at < text.length() && ",]}/\"".indexOf(text.charAt(at)) < 0 && BLANKS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
    }
}
