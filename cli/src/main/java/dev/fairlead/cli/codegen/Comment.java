package dev.fairlead.cli.codegen;

import java.util.ArrayList;
import java.util.List;

/** Words for people inside a generated source: nothing of them ends the comment, is a tag, or is an escape. */
final class Comment {
    private static final int LONGEST_WORD = 90;

    private Comment() {}

    /** Returns what a server says as harmless HTML on one line. */
    static String escape(String given, int most) {
        return html(Plain.text(given, most));
    }

    /** Returns what a server says as paragraphs of harmless HTML. */
    static List<String> paragraphs(String given, int most) {
        var paragraphs = new ArrayList<String>();
        int left = most;
        for (var paragraph : given.split("\\R\\s*\\R", -1)) {
            var text = Plain.text(paragraph, left);
            if (!text.isEmpty()) {
                paragraphs.add(html(text));
                left -= text.length();
            }
            if (left <= 0) {
                break;
            }
        }
        return paragraphs;
    }

    /** Returns a name that a server gave, to be shown as code. */
    static String code(String name) {
        var shown = escape(name, LONGEST_WORD);
        return "<code>" + (shown.isEmpty() ? "?" : shown) + "</code>";
    }

    /** Breaks HTML into lines of at most {@code width} characters, unless a single word is longer. */
    static List<String> wrap(String html, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : html.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String html(String text) {
        var html = new StringBuilder();
        int word = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            word = c == ' ' ? 0 : word + 1;
            if (word > LONGEST_WORD && !Character.isLowSurrogate(c)) {
                html.append(' ');
                word = 1;
            }
            append(html, c);
        }
        return html.toString();
    }

    private static void append(StringBuilder html, char c) {
        boolean ends = c == '/' && !html.isEmpty() && html.charAt(html.length() - 1) == '*';
        // Compilers read a backslash and u as a character even in comments.
        if (ends || "\\@{}<>&".indexOf(c) >= 0) {
            html.append("&#").append((int) c).append(';');
        } else {
            html.append(c);
        }
    }
}
