package dev.fairlead.wire.http;

import dev.fairlead.wire.Headers;
import okhttp3.HttpUrl;

/**
 * One address, and what all requests to it have in common.
 *
 * @param url used exactly as given
 * @param own the user's headers
 * @param server how texts name the server
 * @param maxMessageBytes the size up to which a message is read
 */
record Endpoint(HttpUrl url, Headers own, HttpEngine engine, String server, int maxMessageBytes) {

    /** Returns another address of the same server. */
    Endpoint at(HttpUrl other) {
        return new Endpoint(other, own, engine, server, maxMessageBytes);
    }

    /** Tells whether an address belongs to the server that we were told to speak to, and may so see what it may see. */
    boolean sameOrigin(HttpUrl other) {
        return url.scheme().equals(other.scheme()) && url.host().equals(other.host()) && url.port() == other.port();
    }

    /** Names the server; what else is in a URL, and the headers, may be secret. */
    @Override
    public String toString() {
        return server;
    }
}
