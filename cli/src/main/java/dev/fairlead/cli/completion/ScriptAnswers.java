package dev.fairlead.cli.completion;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.text.Sanitizer;
import java.util.List;

/**
 * Answers the scripts that {@code fairlead completion} prints. The first line of an answer is {@code :} and what else
 * to do ({@code files}, {@code nospace}); each other line is a candidate, for other shells than bash with a tab and
 * what it means behind it.
 */
public final class ScriptAnswers {
    /** The verb that nobody types. */
    public static final String NAME = "__complete";

    private static final int LONGEST_ABOUT = 100;

    private ScriptAnswers() {}

    /**
     * Prints how to go on.
     *
     * @param words {@code bash}, the signs that break words and the line; or another shell, {@code --} and the words
     */
    public static ExitCode run(List<String> words, Surroundings surroundings, Grammar grammar) {
        if (words.size() < 3) {
            return ExitCode.USAGE;
        }
        var completer = new Completer(grammar, surroundings);
        surroundings
                .out()
                .print(
                        words.getFirst().equals("bash")
                                ? bash(completer, BashLine.of(words.get(2), words.get(1)))
                                : others(completer, words.subList(2, words.size())));
        surroundings.out().flush();
        return ExitCode.OK;
    }

    private static String bash(Completer completer, BashLine line) {
        if (line.words().size() < 2) {
            return ":\n";
        }
        var found = completer.complete(line.words().subList(1, line.words().size()));
        var text = new StringBuilder(directive(found));
        found.candidates().stream()
                .map(Candidate::word)
                .filter(line::fits)
                .distinct()
                .forEach(word -> text.append(line.written(word)).append('\n'));
        return text.toString();
    }

    private static String others(Completer completer, List<String> words) {
        var found = completer.complete(words);
        var text = new StringBuilder(directive(found));
        found.candidates().stream()
                .filter(one -> one.word().indexOf('\t') < 0)
                .distinct()
                .forEach(one ->
                        text.append(one.word()).append('\t').append(about(one)).append('\n'));
        return text.toString();
    }

    private static String directive(Suggestions found) {
        return ":" + (found.files() ? "files" : "") + (found.open() ? "nospace" : "") + "\n";
    }

    private static String about(Candidate one) {
        var clean = Sanitizer.line(one.about().replaceAll("\\p{Cntrl}+", " ")).strip();
        return clean.length() <= LONGEST_ABOUT ? clean : clean.substring(0, LONGEST_ABOUT);
    }
}
