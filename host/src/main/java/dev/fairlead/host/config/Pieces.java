package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cuts texts where they may name files: class paths, {@code -javaagent:a.jar=x}, {@code --require ./a.js}. A name may hold
 * such a sign itself, so neighbours are tried together too, after all single ones.
 */
final class Pieces {
    private static final Pattern IN_ARGUMENTS = Pattern.compile("[=,:;]+");
    private static final Pattern IN_WORDS = Pattern.compile("[=,:;\\s\"']+");
    private static final Pattern IN_PROGRAMS = Pattern.compile("[=,:;\\s\"'|&()<>`]+");
    private static final Pattern WORD = Pattern.compile("[^\\s\"']+");
    private static final Pattern QUOTES = Pattern.compile("[\"']");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");
    private static final Pattern ESCAPED = Pattern.compile("(?s)\\\\(.)");
    private static final Pattern SHORT_OPTION = Pattern.compile("(?s)-[A-Za-z][^-].*|@.+");
    private static final int MOST_TOGETHER = 4;

    private Pieces() {}

    /** Returns the pieces of an argument, which is none itself. */
    static Stream<String> ofArgument(String text) {
        return Stream.concat(pieces(text, IN_ARGUMENTS), ends(text))
                .filter(piece -> !piece.equals(text))
                .distinct();
    }

    /**
     * Returns the pieces of a text that is split into words, as values of variables are; itself is among them. Some programs
     * take quotation marks and backslashes away before they look for a file, others do not.
     */
    static Stream<String> ofWords(String text) {
        var bare = QUOTES.matcher(text).replaceAll("");
        var unescaped = QUOTES.matcher(ESCAPED.matcher(text).replaceAll("$1")).replaceAll("");
        return Stream.concat(
                        quoted(text),
                        Stream.of(text, bare, unescaped)
                                .distinct()
                                .flatMap(form -> Stream.of(
                                                Stream.of(form),
                                                pieces(form, IN_WORDS),
                                                WORD.matcher(form).results().flatMap(word -> ends(word.group())))
                                        .flatMap(pieces -> pieces)))
                .filter(piece -> !piece.isBlank())
                .distinct();
    }

    /** Returns the pieces of a program that is one word, as a line for a shell is. */
    static Stream<String> ofProgram(String text) {
        return Stream.concat(ofWords(text), pieces(text, IN_PROGRAMS)).distinct();
    }

    /** A name may hold any number of signs: where it begins or ends the text, it is found all the same. */
    private static Stream<String> ends(String text) {
        return IN_ARGUMENTS
                .matcher(text)
                .results()
                .flatMap(sign -> Stream.of(text.substring(sign.end()), text.substring(0, sign.start())));
    }

    /** What stands between quotation marks is one name, however many words it has. */
    private static Stream<String> quoted(String text) {
        return QUOTED.matcher(text)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .flatMap(inside -> Stream.of(inside, ESCAPED.matcher(inside).replaceAll("$1")));
    }

    private static Stream<String> pieces(String text, Pattern between) {
        var starts = new ArrayList<Integer>();
        var ends = new ArrayList<Integer>();
        var signs = between.matcher(text);
        starts.add(0);
        while (signs.find()) {
            ends.add(signs.start());
            starts.add(signs.end());
        }
        ends.add(text.length());
        return IntStream.range(0, MOST_TOGETHER)
                .boxed()
                .flatMap(more -> IntStream.range(0, starts.size() - more)
                        .mapToObj(at -> text.substring(starts.get(at), ends.get(at + more))))
                .filter(piece -> !piece.isBlank())
                .flatMap(Pieces::withoutOption)
                .distinct();
    }

    /** What follows the letter of an option, or the sign of a file with arguments, may be a file as well. */
    private static Stream<String> withoutOption(String piece) {
        return SHORT_OPTION.matcher(piece).matches()
                ? Stream.of(piece, piece.substring(piece.startsWith("@") ? 1 : 2))
                : Stream.of(piece);
    }
}
