package dev.fairlead.cli.frame;

import java.util.ArrayList;
import java.util.List;

/** Breaks what help says into lines that fit beside the names of options. */
final class HelpText {
    /** How wide lines are there. */
    static final int WIDTH = 70;

    private static final String INDENT = "  ";

    private HelpText() {}

    /** Returns lines of an option as they are, or broken anew where one is too long. */
    static String[] ofOption(String... lines) {
        return fits(List.of(lines))
                ? lines
                : wrapped(String.join(" ", lines), "").toArray(String[]::new);
    }

    /** The same for words, where a line that begins with a blank goes on with the one before. */
    static String[] ofWords(String... lines) {
        var all = new ArrayList<String>();
        var paragraph = new ArrayList<String>();
        for (var line : lines) {
            if (!line.startsWith(" ")) {
                end(paragraph, all);
            }
            paragraph.add(line);
        }
        end(paragraph, all);
        return all.toArray(String[]::new);
    }

    private static void end(List<String> paragraph, List<String> all) {
        if (!paragraph.isEmpty()) {
            all.addAll(
                    fits(paragraph)
                            ? paragraph
                            : wrapped(
                                    String.join(
                                            " ",
                                            paragraph.stream()
                                                    .map(String::strip)
                                                    .toList()),
                                    INDENT));
            paragraph.clear();
        }
    }

    private static boolean fits(List<String> lines) {
        return lines.stream().allMatch(line -> line.length() <= WIDTH);
    }

    /** Returns lines of a text, of which all but the first begin with something. */
    static List<String> wrapped(String text, String indent) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(indent).append(word);
            } else {
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
