package dev.fairlead.cli.line;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Takes every line as it is: an answer may hold any quotes. */
final class PlainParser implements Parser {

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        return new Whole(line, cursor);
    }

    private record Whole(String line, int cursor) implements CompletingParsedLine {
        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return cursor;
        }

        @Override
        public int rawWordLength() {
            return line.length();
        }

        @Override
        public String word() {
            return line;
        }

        @Override
        public int wordCursor() {
            return cursor;
        }

        @Override
        public int wordIndex() {
            return 0;
        }

        @Override
        public List<String> words() {
            return List.of(line);
        }
    }
}
