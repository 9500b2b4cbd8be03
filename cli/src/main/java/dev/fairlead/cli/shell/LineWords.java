package dev.fairlead.cli.shell;

import java.util.ArrayList;
import java.util.List;

/**
 * A typed line, split into words: blanks separate them, quotes and backslashes protect, {@code #} begins a comment, and JSON
 * that begins a word or follows {@code =} is taken as it is up to its last bracket.
 *
 * @param whole whether nothing is left open that a further line has to close
 */
record LineWords(List<Word> words, boolean whole) {

    /**
     * One word.
     *
     * @param text without quotes
     * @param start where it begins in the line
     * @param end where it ends there
     */
    record Word(String text, int start, int end) {}

    /** Copies the collections. */
    LineWords {
        words = List.copyOf(words);
    }

    static LineWords of(String line) {
        return new Splitting(line).split();
    }

    /** Returns a word as it has to be typed. */
    static String quoted(String word) {
        boolean plain = !word.isEmpty()
                && word.chars().noneMatch(c -> Character.isWhitespace(c) || "'\"\\".indexOf(c) >= 0)
                && "#{[".indexOf(word.charAt(0)) < 0;
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    List<String> texts() {
        return words.stream().map(Word::text).toList();
    }

    /** The state of splitting. */
    private static final class Splitting {
        private final String line;
        private final List<Word> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private int at;
        private boolean whole = true;

        Splitting(String line) {
            this.line = line;
        }

        LineWords split() {
            while (at < line.length()) {
                char next = line.charAt(at);
                if (Character.isWhitespace(next)) {
                    at++;
                } else if (next == '#') {
                    int end = line.indexOf('\n', at);
                    at = end < 0 ? line.length() : end;
                } else {
                    word();
                }
            }
            return new LineWords(words, whole);
        }

        private void word() {
            int start = at;
            word.setLength(0);
            boolean quoted = false;
            while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
                char next = line.charAt(at);
                if (next == '\'' || next == '"') {
                    quoted = true;
                    quote(next);
                } else if (next == '\\') {
                    escape();
                } else if ((next == '{' || next == '[') && !quoted && jsonMayBegin()) {
                    json();
                } else {
                    word.append(next);
                    at++;
                }
            }
            // A backslash at the end of a line alone is no word.
            if (quoted || !word.isEmpty()) {
                words.add(new Word(word.toString(), start, at));
            }
        }

        private boolean jsonMayBegin() {
            return word.isEmpty() || word.charAt(word.length() - 1) == '=';
        }

        private void quote(char sign) {
            at++;
            while (at < line.length() && line.charAt(at) != sign) {
                boolean escaped = sign == '"'
                        && line.charAt(at) == '\\'
                        && at + 1 < line.length()
                        && "\"\\".indexOf(line.charAt(at + 1)) >= 0;
                at += escaped ? 1 : 0;
                word.append(line.charAt(at));
                at++;
            }
            whole &= at < line.length();
            at = Math.min(line.length(), at + 1);
        }

        private void escape() {
            if (at + 1 == line.length()) {
                whole = false;
            } else if (line.charAt(at + 1) != '\n') {
                word.append(line.charAt(at + 1));
            }
            at = Math.min(line.length(), at + 2);
        }

        private void json() {
            int depth = 0;
            boolean text = false;
            do {
                char next = line.charAt(at++);
                word.append(next);
                if (text) {
                    if (next == '\\' && at < line.length()) {
                        word.append(line.charAt(at++));
                    }
                    text = next != '"';
                } else if (next == '"') {
                    text = true;
                } else if (next == '{' || next == '[') {
                    depth++;
                } else if (next == '}' || next == ']') {
                    depth--;
                }
            } while (depth > 0 && at < line.length());
            whole &= depth == 0;
        }
    }
}
