package dev.fairlead.console.call;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Quotes words for a POSIX shell. What drives a terminal or cannot be seen is escaped in the way that bash and zsh read, as
 * a line that is pasted is typed before it is read as one.
 */
final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+-]+");
    private static final Pattern VARIABLE =
            Pattern.compile("\\$\\$|\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private ShellWords() {}

    /** Quotes a word that means just what it says. */
    static String of(String text) {
        if (UNSEEN.matcher(text).find()) {
            return escaped(text);
        }
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private static String escaped(String text) {
        var word = new StringBuilder("$'");
        text.codePoints().forEach(point -> {
            var one = Character.toString(point);
            if (UNSEEN.matcher(one).matches()) {
                for (byte unit : one.getBytes(StandardCharsets.UTF_8)) {
                    word.append("\\%03o".formatted(unit & 0xff));
                }
            } else {
                word.append(one.equals("'") || one.equals("\\") ? "\\" + one : one);
            }
        });
        return word.append('\'').toString();
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
                        .append(otherwise == null ? "" : otherwise(otherwise))
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

    /** A default that must not be pasted is left out, and the shell says that the variable is missing. */
    private static String otherwise(String text) {
        return UNSEEN.matcher(text).find() ? ":?" : ":-" + text.replaceAll("([\\\\\"`$])", "\\\\$1");
    }

    private static void flush(StringBuilder plain, StringBuilder word) {
        if (!plain.isEmpty() || word.isEmpty()) {
            word.append(plain.isEmpty() ? "" : of(plain.toString()));
            plain.setLength(0);
        }
    }
}
