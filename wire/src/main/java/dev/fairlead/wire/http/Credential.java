package dev.fairlead.wire.http;

import dev.fairlead.wire.Headers;

/**
 * What is shown with one request.
 *
 * @param headers that carry it
 * @param token tells it from others, for whoever made it
 */
public record Credential(Headers headers, String token) {
    /** Nothing to show. */
    public static final Credential NONE = new Credential(Headers.NONE, "");

    /** Says nothing: all of it is secret. */
    @Override
    public String toString() {
        return "Credential[...]";
    }
}
