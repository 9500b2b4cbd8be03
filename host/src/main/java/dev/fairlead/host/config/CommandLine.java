package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.List;

/** Splits a line into words by the quoting rules of POSIX, without a shell: nothing in it is expanded or run. */
final class CommandLine {
    private CommandLine() {}

    /**
     * Returns the words of a line.
     *
     * @param literalBackslash whether a backslash outside of quotation marks is one, as paths on Windows need it
     * @throws IllegalArgumentException if a quotation mark is not closed; shows nothing of the line
     */
    static List<String> split(String line, boolean literalBackslash) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean begun = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\'' || c == '"') {
                begun = true;
                i = quoted(line, i, word);
            } else if (c == '\\' && !literalBackslash) {
                begun = true;
                i++;
                if (i < line.length() && line.charAt(i) != '\n') {
                    word.append(line.charAt(i));
                }
            } else if (Character.isWhitespace(c)) {
                if (begun) {
                    words.add(word.toString());
                    word.setLength(0);
                    begun = false;
                }
            } else {
                begun = true;
                word.append(c);
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }

    /** Reads from one quotation mark to the other, and returns where that is. */
    private static int quoted(String line, int start, StringBuilder word) {
        char mark = line.charAt(start);
        for (int i = start + 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == mark) {
                return i;
            }
            if (mark == '"' && c == '\\' && i + 1 < line.length() && "$`\"\\\n".indexOf(line.charAt(i + 1)) >= 0) {
                i++;
                if (line.charAt(i) != '\n') {
                    word.append(line.charAt(i));
                }
            } else {
                word.append(c);
            }
        }
        throw new IllegalArgumentException("a quotation mark is not closed");
    }
}
