package dev.fairlead.host.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads files of variables: quotation marks, comments and {@code export}; nothing in them is expanded or run. */
final class DotEnv {
    static final int MAX_BYTES = 256 * 1024;
    private static final Pattern START = Pattern.compile("\\s*(?:export\\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\\s*=[ \\t]*");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

    private final String text;
    private int at;
    private int line = 1;

    private DotEnv(String text) {
        this.text = text;
    }

    static Map<String, String> parse(String text) throws BadDocument {
        var bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return new DotEnv(bare.replace("\r\n", "\n")).all();
    }

    private Map<String, String> all() throws BadDocument {
        var variables = new LinkedHashMap<String, String>();
        while (at < text.length()) {
            var rest = restOfLine();
            if (rest.isBlank() || rest.stripLeading().startsWith("#")) {
                next(rest.length());
                continue;
            }
            var start = START.matcher(rest);
            if (!start.lookingAt()) {
                throw new BadDocument(line, 0, "it is neither NAME=value nor a comment");
            }
            at += start.end();
            variables.put(start.group(1), value());
        }
        return variables;
    }

    private String restOfLine() {
        int end = text.indexOf('\n', at);
        return text.substring(at, end < 0 ? text.length() : end);
    }

    /** Goes to the line after the one that ends so many characters from here. */
    private void next(int length) {
        at = Math.min(at + length + 1, text.length());
        line++;
    }

    private String value() throws BadDocument {
        char mark = at < text.length() ? text.charAt(at) : '\n';
        if (mark == '"' || mark == '\'') {
            return quoted(mark);
        }
        var rest = restOfLine();
        next(rest.length());
        return COMMENT.matcher(rest).replaceFirst("").strip();
    }

    private String quoted(char mark) throws BadDocument {
        int begun = line;
        var value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == mark) {
                at++;
                var rest = restOfLine();
                if (!COMMENT.matcher(rest).replaceFirst("").isBlank()) {
                    throw new BadDocument(line, 0, "something follows the closing quotation mark");
                }
                next(rest.length());
                return value.toString();
            }
            if (c == '\n') {
                line++;
            }
            if (c == '\\' && mark == '"' && at + 1 < text.length()) {
                at++;
                value.append(escaped(text.charAt(at)));
            } else {
                value.append(c);
            }
        }
        throw new BadDocument(begun, 0, "a quotation mark is not closed");
    }

    private static String escaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case '"', '\\', '$', '`' -> String.valueOf(c);
            default -> "\\" + c;
        };
    }
}
