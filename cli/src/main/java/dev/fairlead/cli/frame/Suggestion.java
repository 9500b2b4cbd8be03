package dev.fairlead.cli.frame;

import dev.fairlead.host.config.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a mistyped name may have meant. */
public final class Suggestion {
    private static final int SHOWN = 12;

    private Suggestion() {}

    /** Says which of the names is close to what was typed, or else what names there are. */
    public static String among(String typed, List<String> names) {
        if (names.isEmpty()) {
            return "it has none at all";
        }
        return closest(typed, names).map("did you mean '%s'?"::formatted).orElseGet(() -> "it has " + listed(names));
    }

    /** Returns the name that is close to what was typed, if one is: most of it has to be the same. */
    public static Optional<String> closest(String typed, List<String> names) {
        int length = (int) typed.chars().dropWhile(letter -> letter == '-').count();
        int tolerance = Math.min(Math.max(1, length / 3), length - 1);
        return names.stream()
                .filter(name -> Spelling.distance(typed, name) <= tolerance)
                .min(Comparator.comparingInt(name -> Spelling.distance(typed, name)));
    }

    /** Returns names for a sentence, or the first of many. */
    public static String listed(List<String> names) {
        var shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
        return names.size() <= SHOWN ? shown : shown + " and %s more".formatted(names.size() - SHOWN);
    }
}
