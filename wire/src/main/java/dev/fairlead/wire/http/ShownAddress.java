package dev.fairlead.wire.http;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Addresses in texts. What looks as if a machine had made it up may be a key, and is not shown. */
public final class ShownAddress {
    private static final String HIDDEN = "••••";
    private static final Pattern USER = Pattern.compile("^(\\s*[A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@");
    private static final Pattern REST = Pattern.compile("[?#].*", Pattern.DOTALL);
    private static final int SHORTEST_RANDOM = 16;
    private static final int FEWEST_CHANGES = 3;
    private static final int FEWEST_TURNS = 5;

    private ShownAddress() {}

    /** Returns the place that an address leads to: no user, no query, and no part of the path that looks like a key. */
    public static String place(String url) {
        var bare = USER.matcher(REST.matcher(url).replaceFirst("")).replaceFirst("$1");
        int host = bare.indexOf("://");
        int path = host < 0 ? 0 : bare.indexOf('/', host + 3);
        return path < 0 ? bare : bare.substring(0, path) + path(bare.substring(path));
    }

    /** Returns a path without the parts of it that look like keys. */
    public static String path(String path) {
        return Arrays.stream(path.split("/", -1))
                .map(segment -> random(segment) ? HIDDEN : segment)
                .collect(Collectors.joining("/"));
    }

    /**
     * Tells whether a word looks as if a machine had made it up: letters and digits take turns in it, or large and small
     * letters do, more often than in words that people put together.
     */
    public static boolean random(String word) {
        if (word.length() < SHORTEST_RANDOM) {
            return false;
        }
        int changes = 0;
        int turns = 0;
        int digits = 0;
        char before = 0;
        for (int i = 0; i < word.length(); i++) {
            char unit = word.charAt(i);
            if (!Character.isLetterOrDigit(unit)) {
                continue;
            }
            digits += Character.isDigit(unit) ? 1 : 0;
            if (before != 0 && Character.isDigit(before) != Character.isDigit(unit)) {
                changes++;
            } else if (before != 0 && Character.isUpperCase(before) != Character.isUpperCase(unit)) {
                turns++;
            }
            before = unit;
        }
        return changes >= FEWEST_CHANGES || (turns >= FEWEST_TURNS && digits > 0);
    }
}
