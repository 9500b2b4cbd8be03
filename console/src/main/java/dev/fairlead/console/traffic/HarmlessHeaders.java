package dev.fairlead.console.traffic;

import java.util.Locale;
import java.util.Set;

/** The headers whose values may be shown: those that say nothing of who is asking. */
final class HarmlessHeaders {
    private static final Set<String> NAMES = Set.of(
            "accept",
            "accept-encoding",
            "allow",
            "cache-control",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "date",
            "host",
            "keep-alive",
            "last-event-id",
            "location",
            "mcp-method",
            "mcp-name",
            "mcp-protocol-version",
            "retry-after",
            "server",
            "transfer-encoding",
            "user-agent",
            "vary",
            "www-authenticate",
            "x-accel-buffering");

    private HarmlessHeaders() {}

    static boolean contains(String name) {
        return NAMES.contains(name.toLowerCase(Locale.ROOT));
    }
}
