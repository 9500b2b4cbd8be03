package dev.fairlead.cli.shell;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Tells options of a verb, and their values, from its other words. */
final class Positions {
    private Positions() {}

    /** Returns where the first word stands that is no option; the number of words if there is none. */
    static int first(List<String> words, CommandSpec verb) {
        var all = of(words, verb);
        return all.isEmpty() ? words.size() : all.getFirst();
    }

    /** Returns where the words behind the verb stand that are no options. */
    static List<Integer> of(List<String> words, CommandSpec verb) {
        var positions = new ArrayList<Integer>();
        for (int i = 1; i < words.size(); i++) {
            var word = words.get(i);
            if (word.equals("--")) {
                break;
            }
            if (!word.startsWith("-") || word.equals("-")) {
                positions.add(i);
            } else if (takesNext(word, verb)) {
                i++;
            }
        }
        return positions;
    }

    /** Tells whether the word after an option is its value. */
    static boolean takesNext(String option, CommandSpec verb) {
        var found = option.contains("=") ? null : verb.findOption(option);
        return found != null && found.arity().max() > 0;
    }
}
