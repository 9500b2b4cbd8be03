package dev.fairlead.cli.chat;

import java.util.function.Consumer;

/**
 * Cuts a text that comes in pieces into parts that can be shown, each as soon as it is there: lines, or blocks of Markdown. A
 * block ends at an empty line; one that grows long is shown in several parts, fenced code as several fences.
 */
final class MarkdownStream {
    private static final int LONG_LINES = 12;

    private final Consumer<String> parts;
    private final boolean blocks;
    private final StringBuilder waiting = new StringBuilder();
    private int looked;
    private int lines;
    private String fence = "";
    private String opening = "";

    private MarkdownStream(Consumer<String> parts, boolean blocks) {
        this.parts = parts;
        this.blocks = blocks;
    }

    /** Returns one for programs: every line as it is. */
    static MarkdownStream ofLines(Consumer<String> parts) {
        return new MarkdownStream(parts, false);
    }

    /** Returns one for people, who see Markdown laid out. */
    static MarkdownStream ofBlocks(Consumer<String> parts) {
        return new MarkdownStream(parts, true);
    }

    void add(String piece) {
        waiting.append(piece);
        for (int end = waiting.indexOf("\n", looked); end >= 0; end = waiting.indexOf("\n", looked)) {
            var line = waiting.substring(looked, end);
            looked = end + 1;
            lines++;
            if (blocks) {
                block(line);
            } else {
                cut();
            }
        }
    }

    /** Ends the text. */
    void finish() {
        looked = waiting.length();
        fence = "";
        cut();
    }

    private void block(String line) {
        var bare = line.strip();
        boolean fenced = !fence.isEmpty();
        if (!fenced && (bare.startsWith("```") || bare.startsWith("~~~"))) {
            fence = signs(bare);
            opening = line;
        } else if (fenced && bare.startsWith(fence) && signs(bare).equals(bare)) {
            fence = "";
            cut();
        } else if (bare.isEmpty() && !fenced) {
            cut();
        } else if (lines >= LONG_LINES && !bare.startsWith("|")) { // A table is laid out as a whole.
            cut();
        }
    }

    /** Returns the signs that a line begins with, all of the same kind. */
    private static String signs(String line) {
        int length = 0;
        while (length < line.length() && line.charAt(length) == line.charAt(0)) {
            length++;
        }
        return line.substring(0, length);
    }

    private void cut() {
        var part = waiting.substring(0, looked);
        waiting.delete(0, looked);
        looked = 0;
        lines = 0;
        if (!fence.isEmpty()) {
            part += fence + "\n";
            waiting.insert(0, opening + "\n");
            looked = opening.length() + 1;
        }
        if (!blocks && !part.isEmpty()) {
            parts.accept(part);
        } else if (!part.isBlank()) {
            parts.accept(part.stripTrailing());
        }
    }
}
