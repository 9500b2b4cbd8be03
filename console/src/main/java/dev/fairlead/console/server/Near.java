package dev.fairlead.console.server;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds what somebody may have meant who named something that is not there. */
public final class Near {
    private static final int MOST = 3;
    private static final int LONGEST = 80;

    private Near() {}

    /** Returns the names that are most like the one that was asked for; none if nothing is like it. */
    public static List<String> of(String wanted, List<String> all) {
        var key = wanted.length() > LONGEST ? wanted.substring(0, LONGEST) : wanted;
        int most = Math.max(2, key.length() / 3);
        return all.stream()
                .filter(name -> name.length() <= LONGEST)
                .filter(name -> distance(key, name) <= most || (key.length() > 2 && name.contains(key)))
                .sorted(Comparator.comparingInt(name -> distance(key, name)))
                .limit(MOST)
                .toList();
    }

    /** Returns a name that somebody sent, short enough to be repeated. */
    public static String shown(String name) {
        return name.length() > LONGEST ? name.substring(0, LONGEST) + "…" : name;
    }

    private static int distance(String one, String other) {
        var a = one.toLowerCase(Locale.ROOT);
        var b = other.toLowerCase(Locale.ROOT);
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j] + 1, row[j - 1] + 1), diagonal + cost);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
