package dev.fairlead.host.config;

import java.util.Locale;

/** Whether one word may have been typed for another. */
public final class Spelling {
    private static final int LONGEST = 40;

    private Spelling() {}

    /** Tells whether two words differ by two letters at most, and are not quite different. */
    static boolean near(String written, String meant) {
        int most = Math.min(2, meant.length() / 2);
        return written.length() <= LONGEST && distance(written, meant) <= most;
    }

    /** Returns how many characters must be added, dropped, replaced, or swapped with the next, letter case aside. */
    public static int distance(String typed, String known) {
        var one = typed.toLowerCase(Locale.ROOT);
        var other = known.toLowerCase(Locale.ROOT);
        var higher = new int[other.length() + 1];
        var above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            var row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    row[j] = Math.min(row[j], higher[j - 2] + 1);
                }
            }
            higher = above;
            above = row;
        }
        return above[other.length()];
    }
}
