package dev.fairlead.protocol.error;

import java.util.regex.Pattern;

/** What failures say of themselves, in the words of people who know nothing of single requests. */
public final class PlainWords {
    // How sentences of the client begin.
    private static final Pattern ATTEMPTED = Pattern.compile("^(?:[a-zA-Z/ ]+ on server|connecting to) '");
    private static final Pattern LISTENED = Pattern.compile("^listening on server '");
    private static final Pattern UNAVAILABLE = Pattern.compile("^(connecting to '[^']*': )unavailable, ");
    private static final Pattern EXITED = Pattern.compile(" during [a-zA-Z/]+(?=; |$)");
    private static final String NOT_DONE = "; it was not carried out";
    private static final String PERHAPS_DONE = "; whether it was carried out is unknown";

    private PlainWords() {}

    /**
     * Returns why there is no connection, which has nothing that could have been carried out: it could not be opened, or
     * broke while nothing but listening went on.
     */
    public static String ofOpening(String message) {
        var plain = LISTENED.matcher(message).replaceFirst("server '").replace(" during listening", "");
        var words = UNAVAILABLE
                .matcher(withoutFate(ATTEMPTED.matcher(plain).replaceFirst("connecting to '")))
                .replaceFirst("$1");
        return EXITED.matcher(words).replaceFirst(" before it was ready");
    }

    /** Returns why nobody could log in. */
    public static String ofLogin(String message) {
        return withoutFate(ATTEMPTED.matcher(message).replaceFirst("logging in to '"));
    }

    /** Returns why a request failed: what became of it matters only where it was the call of a tool. */
    public static String ofRequest(String message) {
        return message.contains("tools/call")
                ? message.replace(NOT_DONE, "; the tool did not run").replace(PERHAPS_DONE, "; the tool may have run")
                : withoutFate(message);
    }

    private static String withoutFate(String message) {
        return message.replace(NOT_DONE, "").replace(PERHAPS_DONE, "");
    }
}
