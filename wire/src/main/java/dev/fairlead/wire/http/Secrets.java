package dev.fairlead.wire.http;

import dev.fairlead.wire.Headers;
import java.util.Locale;
import java.util.Set;
import okhttp3.Request;

/** Hides what only the server should know, where the server repeats it to us in words that people will read. */
final class Secrets {
    private static final String HIDDEN = "[hidden]";
    // Shorter values are found everywhere, and protect nothing.
    private static final int SHORTEST = 6;
    private static final int SHORTEST_TOKEN = 16;
    private static final Set<String> KNOWN_TO_ALL = Set.of(
            "accept",
            "accept-encoding",
            "cache-control",
            "connection",
            "content-length",
            "content-type",
            "host",
            "last-event-id",
            "mcp-method",
            "mcp-name",
            "mcp-protocol-version",
            "user-agent");

    private Secrets() {}

    /** Returns a text without the values of the headers that went with a request, and without its query. */
    static String hide(String text, Request sent) {
        return hide(text, sent, SHORTEST);
    }

    /** Does the same for a text that is also acted upon: what could be a word of its own stays. */
    static String hideLong(String text, Request sent) {
        return hide(text, sent, SHORTEST_TOKEN);
    }

    /** Returns a text without the values of headers. */
    static String hide(String text, Headers secret) {
        var safe = text;
        for (var value : secret.values().values()) {
            safe = withoutValue(safe, value, SHORTEST);
        }
        return safe;
    }

    private static String hide(String text, Request sent, int shortest) {
        var safe = text;
        for (var header : sent.headers()) {
            if (!KNOWN_TO_ALL.contains(header.getFirst().toLowerCase(Locale.ROOT))) {
                safe = withoutValue(safe, header.getSecond(), shortest);
            }
        }
        for (var name : sent.url().queryParameterNames()) {
            for (var value : sent.url().queryParameterValues(name)) {
                safe = value == null ? safe : without(safe, value, shortest);
            }
        }
        return safe;
    }

    private static String withoutValue(String text, String value, int shortest) {
        // Also the value without the scheme in front of it: the token of a bearer.
        return without(without(text, value, shortest), value.substring(value.indexOf(' ') + 1), shortest);
    }

    private static String without(String text, String secret, int shortest) {
        return secret.length() < shortest ? text : text.replace(secret, HIDDEN);
    }
}
