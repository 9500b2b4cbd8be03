package dev.fairlead.agent.provider;

import java.util.regex.Pattern;

/** Names and ids as every provider takes them. */
final class WireName {
    private static final Pattern LEGAL_ID = Pattern.compile("[A-Za-z0-9_-]{1,40}"); // OpenAI takes no longer ones
    private static final Pattern ILLEGAL = Pattern.compile("[^A-Za-z0-9_-]");

    private WireName() {}

    static boolean isLegalId(String id) {
        return LEGAL_ID.matcher(id).matches();
    }

    /** Returns a legal name; models sometimes make up others, which their provider refuses to hear again. */
    static String of(String name) {
        String legal = ILLEGAL.matcher(name).replaceAll("_");
        return legal.isEmpty() ? "unnamed" : legal.substring(0, Math.min(legal.length(), 64));
    }
}
