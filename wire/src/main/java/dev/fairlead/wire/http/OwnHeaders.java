package dev.fairlead.wire.http;

import dev.fairlead.wire.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The user's headers, and with them those of every request, in the engine's words. Most requests to an address bring the same
 * ones, so the last are kept.
 */
final class OwnHeaders {
    private static final String WHAT_ANSWERS_A_POST = "application/json, text/event-stream";

    private final Headers own;
    private final okhttp3.Headers always;
    private final okhttp3.Headers ofPosts;
    private volatile @Nullable Last last;

    private record Last(Headers special, okhttp3.Headers all) {}

    OwnHeaders(Headers own) {
        this.own = own;
        this.always = together(okhttp3.Headers.of("User-Agent", HttpEngine.USER_AGENT), own);
        this.ofPosts = together(always, Headers.NONE.with("Accept", WHAT_ANSWERS_A_POST));
    }

    /** Tells whether the user has set this header. */
    boolean has(String name) {
        return own.get(name).isPresent();
    }

    /** Returns the headers of a message; special ones take the place of the user's. */
    @SuppressWarnings("ReferenceEquality") // Comparing all they say would cost as much as putting them together.
    okhttp3.Headers ofPost(Headers special) {
        var known = last;
        if (known == null || known.special != special) {
            known = new Last(special, together(ofPosts, special));
            last = known;
        }
        return known.all;
    }

    /** Returns the headers of any other request. */
    okhttp3.Headers of(Headers special) {
        return together(always, special);
    }

    private static okhttp3.Headers together(okhttp3.Headers first, Headers then) {
        var all = first.newBuilder();
        then.values().forEach(all::set);
        return all.build();
    }

    /** Names them; what they say may be secret. */
    @Override
    public String toString() {
        return own.toString();
    }
}
