package dev.fairlead.console.call;

import java.util.regex.Pattern;

/** Quotes words for a POSIX shell. */
final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+-]+");
    private static final Pattern VARIABLE =
            Pattern.compile("\\$\\$|\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

    private ShellWords() {}

    /** Quotes a word that means just what it says. */
    static String of(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** Quotes a word of a configuration, whose variables become those of the shell. */
    static String ofConfigured(String text) {
        var word = new StringBuilder();
        var plain = new StringBuilder();
        var found = VARIABLE.matcher(text);
        int from = 0;
        while (found.find()) {
            plain.append(text, from, found.start());
            if (found.group(1) == null) {
                plain.append('$'); // That is how a configuration writes one.
            } else {
                flush(plain, word);
                var otherwise = found.group(2);
                word.append("\"${")
                        .append(found.group(1))
                        .append(otherwise == null ? "" : ":-" + otherwise.replaceAll("([\\\\\"`$])", "\\\\$1"))
                        .append("}\"");
            }
            from = found.end();
        }
        plain.append(text, from, text.length());
        if (word.isEmpty() || !plain.isEmpty()) {
            flush(plain, word);
        }
        return word.toString();
    }

    private static void flush(StringBuilder plain, StringBuilder word) {
        if (!plain.isEmpty() || word.isEmpty()) {
            word.append(plain.isEmpty() ? "" : of(plain.toString()));
            plain.setLength(0);
        }
    }
}
