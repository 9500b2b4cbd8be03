package dev.fairlead.client.peer;

import dev.fairlead.protocol.error.UnsupportedFeatureException;
import java.util.Set;

/** The methods of one era. A method that the protocol defines elsewhere is refused before anything is sent. */
record Methods(String era, Set<String> own) {
    private static final Set<String> SHARED = Set.of(
            "tools/list",
            "tools/call",
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "completion/complete",
            "tasks/get",
            "tasks/cancel");

    static final Methods LEGACY = new Methods(
            "before 2026-07-28",
            Set.of(
                    "initialize",
                    "ping",
                    "resources/subscribe",
                    "resources/unsubscribe",
                    "logging/setLevel",
                    "tasks/list",
                    "tasks/result"));

    static final Methods MODERN =
            new Methods("2026-07-28 and later", Set.of("server/discover", "subscriptions/listen", "tasks/update"));

    /** Refuses what only the other era has; methods that the protocol does not know at all may pass. */
    void require(String method, String server) {
        var other = era.equals(LEGACY.era) ? MODERN : LEGACY;
        if (!SHARED.contains(method) && !own.contains(method) && other.own.contains(method)) {
            throw new UnsupportedFeatureException(
                    method, server, "the revision that the server speaks (%s) has no such method".formatted(era));
        }
    }
}
