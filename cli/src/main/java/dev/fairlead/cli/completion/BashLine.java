package dev.fairlead.cli.completion;

import java.util.ArrayList;
import java.util.List;

/**
 * A line for bash up to where somebody types: words without their quotes. Nothing in it is ever expanded.
 *
 * @param words all of them, the one being typed last, which may be empty
 * @param quote the quotation mark that is still open, or {@code '\0'}
 * @param kept how much of the last word bash does not replace, because it takes it for a word of its own
 */
record BashLine(List<String> words, char quote, int kept) {
    private static final char NONE = '\0';
    private static final String ESCAPED_IN_QUOTES = "\\\"$`";
    private static final String HARMLESS = "/._@%+=:,-";

    BashLine {
        words = List.copyOf(words);
    }

    /** Reads a line; the breaks are the signs at which bash begins another word. */
    static BashLine of(String line, String breaks) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean begun = false;
        char quote = NONE;
        int kept = 0;
        for (int at = 0; at < line.length(); at++) {
            char sign = line.charAt(at);
            boolean escapes = sign == '\\' && quote != '\'' && at + 1 < line.length();
            if (escapes && (quote == NONE || ESCAPED_IN_QUOTES.indexOf(line.charAt(at + 1)) >= 0)) {
                word.append(line.charAt(++at));
                begun = true;
            } else if (quote == NONE && (sign == '\'' || sign == '"')) {
                quote = sign;
                begun = true;
                kept = Math.max(kept, word.length());
            } else if (quote != NONE && sign == quote) {
                quote = NONE;
            } else if (quote == NONE && Character.isWhitespace(sign)) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
                kept = 0;
            } else {
                word.append(sign);
                begun = true;
                if (quote == NONE && breaks.indexOf(sign) >= 0) {
                    kept = word.length();
                }
            }
        }
        words.add(word.toString());
        return new BashLine(words, quote, kept);
    }

    /** Returns the word that is being typed. */
    String current() {
        return words.getLast();
    }

    /** Returns what bash is to put in place of what it takes for the word being typed: always one word, and no command. */
    String written(String candidate) {
        var rest = candidate.substring(Math.min(kept, candidate.length()));
        var written = new StringBuilder();
        rest.codePoints().forEach(point -> {
            if (needsEscape(point)) {
                written.append('\\');
            }
            written.appendCodePoint(point);
        });
        return written.toString();
    }

    /** Tells whether a candidate can be written behind the quotation mark that is open. */
    boolean fits(String candidate) {
        return quote != '\'' || candidate.indexOf('\'') < 0;
    }

    private boolean needsEscape(int point) {
        return switch (quote) {
            case '\'' -> false;
            case '"' -> ESCAPED_IN_QUOTES.indexOf(point) >= 0 || point == '!';
            default -> !Character.isLetterOrDigit(point) && HARMLESS.indexOf(point) < 0;
        };
    }
}
