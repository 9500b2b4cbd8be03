package dev.fairlead.cli.codegen;

import java.util.List;

/** A Java source while it is written: indented, and in lines of at most 120 characters where it can be. */
final class Source {
    private static final int WIDTH = 120;

    private final StringBuilder text = new StringBuilder();
    private int depth;

    Source line(String line) {
        if (!line.isEmpty()) {
            text.append("    ".repeat(depth)).append(line);
        }
        text.append('\n');
        return this;
    }

    Source blank() {
        return line("");
    }

    /** Opens a block. */
    Source open(String head) {
        line(head);
        depth++;
        return this;
    }

    /** Closes a block. */
    Source close() {
        depth--;
        return line("}");
    }

    /** Writes something with a list in parentheses, on one line or with one line for each part. */
    Source list(String head, List<String> parts, String tail) {
        var whole = head + String.join(", ", parts) + tail;
        if (parts.isEmpty() || depth * 4 + whole.length() <= WIDTH) {
            return line(whole);
        }
        line(head);
        for (int i = 0; i < parts.size(); i++) {
            line("        " + parts.get(i) + (i + 1 < parts.size() ? "," : tail));
        }
        return this;
    }

    /** Opens a block that begins with a list in parentheses. */
    Source openList(String head, List<String> parts, String tail) {
        list(head, parts, tail);
        depth++;
        return this;
    }

    /** Writes a comment of one sentence that needs no escaping. */
    Source doc(String sentence) {
        return doc(List.of(sentence), List.of());
    }

    /** Writes a comment of paragraphs and tags that need no escaping. */
    Source doc(List<String> paragraphs, List<String> tags) {
        int width = WIDTH - depth * 4 - 3;
        if (paragraphs.size() == 1 && tags.isEmpty() && paragraphs.getFirst().length() <= width - 4) {
            return line("/** " + paragraphs.getFirst() + " */");
        }
        line("/**");
        for (int i = 0; i < paragraphs.size(); i++) {
            commentLines(i == 0 ? paragraphs.get(i) : "<p>" + paragraphs.get(i), i > 0, width);
        }
        for (int i = 0; i < tags.size(); i++) {
            commentLines(tags.get(i), i == 0, width - 4);
        }
        return line(" */");
    }

    /** Returns what was written. */
    @Override
    public String toString() {
        return text.toString();
    }

    private void commentLines(String html, boolean apart, int width) {
        if (apart) {
            line(" *");
        }
        var lines = Comment.wrap(html, width);
        for (int i = 0; i < lines.size(); i++) {
            line(" * " + (i > 0 && html.startsWith("@") ? "    " : "") + lines.get(i));
        }
    }
}
