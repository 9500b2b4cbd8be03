package dev.fairlead.agent.provider;

import java.util.regex.Pattern;

/** Names and ids as every provider takes them. */
final class WireName {
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern ILLEGAL = Pattern.compile("[^A-Za-z0-9_-]");

    private WireName() {}

    static boolean isLegal(String name) {
        return LEGAL.matcher(name).matches();
    }

    /** Returns a legal name; models sometimes make up others, which their provider refuses to hear again. */
    static String of(String name) {
        String legal = ILLEGAL.matcher(name).replaceAll("_");
        return legal.isEmpty() ? "unnamed" : legal.substring(0, Math.min(legal.length(), 64));
    }
}
