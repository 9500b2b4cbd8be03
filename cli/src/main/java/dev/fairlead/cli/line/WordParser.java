package dev.fairlead.cli.line;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Takes every line as it is, and its words as they stand between spaces: quotes mean nothing. */
final class WordParser implements Parser {

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        int start = line.lastIndexOf(' ', cursor - 1) + 1;
        int end = line.indexOf(' ', cursor);
        var word = line.substring(start, end < 0 ? line.length() : end);
        var before = Arrays.stream(line.substring(0, start).split(" ", -1))
                .filter(text -> !text.isEmpty())
                .toList();
        return new Word(line, cursor, before, word, cursor - start);
    }

    private record Word(String line, int cursor, List<String> before, String word, int wordCursor)
            implements CompletingParsedLine {
        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return wordCursor;
        }

        @Override
        public int rawWordLength() {
            return word.length();
        }

        @Override
        public int wordIndex() {
            return before.size();
        }

        @Override
        public List<String> words() {
            return Stream.concat(before.stream(), Stream.of(word)).toList();
        }
    }
}
