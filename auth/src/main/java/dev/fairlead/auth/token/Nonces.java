package dev.fairlead.auth.token;

import dev.fairlead.auth.discovery.ServerUrl;
import dev.fairlead.wire.Headers;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The numbers that servers want repeated in the next proof, by origin. */
public final class Nonces {
    private static final int MAX_LENGTH = 1024;
    private static final int MAX_SERVERS = 1000;

    private final ConcurrentHashMap<String, String> latest = new ConcurrentHashMap<>();

    /** Returns what a server wants repeated. */
    public @Nullable String of(String url) {
        return latest.get(ServerUrl.of(url).origin());
    }

    /** Notes what an answer wants repeated. */
    public void heard(String url, Headers answer) {
        answer.get("DPoP-Nonce")
                .filter(nonce -> !nonce.isBlank() && nonce.length() <= MAX_LENGTH)
                .ifPresent(nonce -> {
                    if (latest.size() >= MAX_SERVERS) {
                        latest.clear(); // They only save a round trip.
                    }
                    latest.put(ServerUrl.of(url).origin(), nonce);
                });
    }
}
