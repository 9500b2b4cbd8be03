package dev.fairlead.cli.frame;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a mistyped name may have meant. */
public final class Suggestion {
    private static final int SHOWN = 12;

    private Suggestion() {}

    /** Says which of the names is close to what was typed, or else what names there are. */
    public static String among(String typed, List<String> names) {
        if (names.isEmpty()) {
            return "it has none at all";
        }
        int tolerance = Math.max(1, typed.length() / 3);
        return names.stream()
                .filter(name -> distance(typed, name) <= tolerance)
                .min(Comparator.comparingInt(name -> distance(typed, name)))
                .map("did you mean '%s'?"::formatted)
                .orElseGet(() -> "it has " + listed(names));
    }

    private static String listed(List<String> names) {
        var shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
        return names.size() <= SHOWN ? shown : shown + " and %d more".formatted(names.size() - SHOWN);
    }

    /** Returns how many characters must be added, dropped or replaced, letter case aside. */
    static int distance(String one, String other) {
        var a = one.toLowerCase(Locale.ROOT);
        var b = other.toLowerCase(Locale.ROOT);
        var previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            var current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replace, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
