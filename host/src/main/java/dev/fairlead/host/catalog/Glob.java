package dev.fairlead.host.catalog;

/** Patterns with {@code *} for any characters and {@code ?} for one. Takes at most the product of both lengths. */
public final class Glob {
    private Glob() {}

    /** Tells whether a text is as the pattern says. */
    public static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            boolean one = p < pattern.length()
                    && pattern.charAt(p) != '*'
                    && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t));
            if (one) {
                p++;
                t++;
            } else if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (star >= 0) {
                // Only the last star need ever take more: whatever an earlier one could take, the last one can.
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
