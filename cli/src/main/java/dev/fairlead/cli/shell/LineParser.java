package dev.fairlead.cli.shell;

import java.util.ArrayList;
import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Has lines go on until quotes and brackets are closed, and finds the word to complete. */
final class LineParser implements Parser {

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.COMPLETE) {
            return typed(line, cursor);
        }
        var words = LineWords.of(line);
        if (!words.whole() && context != ParseContext.SECONDARY_PROMPT) {
            throw new EOFError(-1, -1, "not closed yet", "");
        }
        return new Typed(line, cursor, words.texts(), Math.max(0, words.words().size() - 1), 0, 0);
    }

    private static ParsedLine typed(String line, int cursor) {
        var before = LineWords.of(line.substring(0, cursor)).words();
        var texts = new ArrayList<>(before.stream().map(LineWords.Word::text).toList());
        boolean within = !before.isEmpty() && before.getLast().end() == cursor;
        if (!within) {
            texts.add("");
        }
        int length = within ? cursor - before.getLast().start() : 0;
        return new Typed(line, cursor, List.copyOf(texts), texts.size() - 1, length, length);
    }

    /** A line with a word that is being typed. */
    private record Typed(
            String line, int cursor, List<String> words, int wordIndex, int rawWordCursor, int rawWordLength)
            implements CompletingParsedLine {
        @Override
        public String word() {
            return words.isEmpty() ? "" : words.get(wordIndex);
        }

        @Override
        public int wordCursor() {
            return word().length();
        }

        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return LineWords.quoted(candidate.toString());
        }
    }
}
