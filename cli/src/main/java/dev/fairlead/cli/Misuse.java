package dev.fairlead.cli;

import dev.fairlead.cli.frame.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with the words that were typed, in our own words. */
final class Misuse {
    private Misuse() {}

    /** Says it. */
    static String words(ParameterException problem) {
        return switch (problem) {
            case UnmatchedArgumentException strange -> unknown(strange);
            case MissingParameterException missing
            when missing.getMissing().size() == 1 && missing.getMissing().getFirst() instanceof OptionSpec option ->
                "%s needs a value: type %s %s".formatted(name(option), name(option), option.paramLabel());
            case OverwrittenOptionException twice
            when twice.getOverwritten() instanceof OptionSpec option ->
                "%s is typed twice; drop one of them".formatted(name(option));
            default -> unfit(problem, problem.getArgSpec());
        };
    }

    private static String unknown(UnmatchedArgumentException strange) {
        var word = strange.getUnmatched().getFirst();
        if (!word.startsWith("-")) {
            return "'%s' is one word too many".formatted(word);
        }
        var verb = strange.getCommandLine().getCommandSpec();
        return "'%s' has no option '%s'%s"
                .formatted(
                        verb.qualifiedName(),
                        word,
                        suggestion(word, List.copyOf(verb.optionsMap().keySet())));
    }

    /** Returns the end of a sentence about a word that may have been mistyped. */
    static String suggestion(String word, List<String> known) {
        int sign = word.indexOf('=');
        return Suggestion.closest(sign < 0 ? word : word.substring(0, sign), known)
                .map("; did you mean '%s'?"::formatted)
                .orElse("");
    }

    private static String unfit(ParameterException problem, @Nullable ArgSpec typed) {
        var message = String.valueOf(problem.getMessage());
        if (!(typed instanceof OptionSpec option)) {
            return message;
        }
        if (option.type().isEnum() && problem.getValue() != null) {
            return "%s is %s, not '%s'".formatted(name(option), choices(option.type()), problem.getValue());
        }
        // How sentences of picocli begin and end.
        return message.replaceFirst("^Invalid value for option '[^']*'(?: \\([^)]*\\))?: ", name(option) + ": ")
                .replaceFirst("is not an int$", "is not a whole number")
                .replaceFirst("^(.*): '(.*)' is not a boolean$", "$1 takes no value, and '$2' was typed; drop that");
    }

    private static String choices(Class<?> values) {
        var names = Arrays.stream(values.getEnumConstants())
                .map(value -> value.toString().toLowerCase(Locale.ROOT))
                .toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
    }

    private static String name(OptionSpec option) {
        return option.longestName();
    }
}
