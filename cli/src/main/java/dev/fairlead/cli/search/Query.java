package dev.fairlead.cli.search;

import dev.fairlead.cli.frame.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What is looked for in texts. */
public sealed interface Query {
    /** A piece of a text. */
    record Range(int start, int end) {}

    /**
     * Tells whether something with these texts is meant.
     *
     * @param name the name of it, which is also among the texts
     */
    boolean matches(String name, List<String> texts);

    /** Returns the pieces of a text that are meant. */
    List<Range> in(String text);

    /** Reads what was typed. */
    static Query of(String typed, boolean regex) {
        if (typed.isBlank()) {
            throw new UsageException("the pattern is blank; type a word, a name with *, or /EXPRESSION/");
        }
        boolean slashes = typed.length() > 2 && typed.startsWith("/") && typed.endsWith("/");
        if (regex || slashes) {
            return Expression.of(regex ? typed : typed.substring(1, typed.length() - 1));
        }
        return typed.indexOf('*') >= 0 || typed.indexOf('?') >= 0 ? Expression.glob(typed) : Words.of(typed);
    }

    /** Words that all occur somewhere. */
    record Words(List<String> words) implements Query {
        static Words of(String typed) {
            return new Words(Arrays.stream(typed.strip().split("\\s+"))
                    .map(word -> word.toLowerCase(Locale.ROOT))
                    .toList());
        }

        @Override
        public boolean matches(String name, List<String> texts) {
            return words.stream().allMatch(word -> texts.stream().anyMatch(text -> find(text, word, 0) >= 0));
        }

        @Override
        public List<Range> in(String text) {
            var ranges = new ArrayList<Range>();
            for (var word : words) {
                for (int at = find(text, word, 0); at >= 0; at = find(text, word, at + word.length())) {
                    ranges.add(new Range(at, at + word.length()));
                }
            }
            return ranges;
        }

        /** Looks without changing the text, as other cases of some letters have other lengths. */
        private static int find(String text, String word, int from) {
            for (int at = from; at + word.length() <= text.length(); at++) {
                if (text.regionMatches(true, at, word, 0, word.length())) {
                    return at;
                }
            }
            return -1;
        }
    }

    /**
     * A regular expression. It may take without end on some texts: whoever uses it sees to the time.
     *
     * @param names whether it is about whole names only
     */
    record Expression(Pattern pattern, boolean names) implements Query {
        private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        private static final int LONGEST = 1_000;

        static Expression of(String typed) {
            if (typed.length() > LONGEST) {
                throw new UsageException("the pattern is longer than %s characters".formatted(LONGEST));
            }
            try {
                return new Expression(Pattern.compile(typed, FLAGS), false);
            } catch (PatternSyntaxException wrong) {
                throw new UsageException(
                        "the pattern is no regular expression: %s at character %s"
                                .formatted(wrong.getDescription(), wrong.getIndex() + 1),
                        wrong);
            }
        }

        static Expression glob(String typed) {
            var pattern = new StringBuilder();
            for (char unit : typed.strip().replaceAll("\\*+", "*").toCharArray()) {
                pattern.append(
                        switch (unit) {
                            case '*' -> ".*";
                            case '?' -> ".";
                            default ->
                                Character.isLetterOrDigit(unit) || Character.isSurrogate(unit)
                                        ? String.valueOf(unit)
                                        : Pattern.quote(String.valueOf(unit));
                        });
            }
            return new Expression(Pattern.compile(pattern.toString(), FLAGS | Pattern.DOTALL), true);
        }

        @Override
        public boolean matches(String name, List<String> texts) {
            return names
                    ? pattern.matcher(name).matches()
                    : texts.stream().anyMatch(text -> pattern.matcher(text).find());
        }

        @Override
        public List<Range> in(String text) {
            if (names) {
                return pattern.matcher(text).matches() ? List.of(new Range(0, text.length())) : List.of();
            }
            return pattern.matcher(text)
                    .results()
                    .filter(match -> match.end() > match.start())
                    .map(match -> new Range(match.start(), match.end()))
                    .toList();
        }
    }
}
