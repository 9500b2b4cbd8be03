package dev.fairlead.cli.text;

/** Tells apart the texts that a Markdown parser reads in time that grows with their length. */
final class MarkdownBounds {
    private static final int LONGEST = 200_000;
    /** Each of these may make a parser look through much of the rest. */
    private static final int MOST_OPENERS = 10_000;

    private static final int MOST_CELLS = 100_000;

    private MarkdownBounds() {}

    static boolean isWithin(String text) {
        if (text.length() > LONGEST) {
            return false;
        }
        int openers = 0;
        int lines = 1;
        int pipes = 0;
        int mostPipes = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '[', '<', '`' -> openers++;
                case '|' -> mostPipes = Math.max(mostPipes, ++pipes);
                case '\n', '\r' -> {
                    lines++;
                    pipes = 0;
                }
                default -> {}
            }
        }
        // Rows are filled up to the width of the heading, however short they are.
        return openers <= MOST_OPENERS && (long) lines * mostPipes <= MOST_CELLS;
    }
}
