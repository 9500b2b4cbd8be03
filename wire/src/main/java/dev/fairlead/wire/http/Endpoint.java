package dev.fairlead.wire.http;

import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * One address, and what all requests to it have in common.
 *
 * @param url used exactly as given
 * @param own the user's headers
 * @param authorizer says who is asking, unless a header of the user does
 * @param server how texts name the server
 * @param maxMessageBytes the size up to which a message is read
 * @param given the address as the user gave it
 * @param watcher hears of every request
 */
record Endpoint(
        HttpUrl url,
        OwnHeaders own,
        @Nullable Authorizer authorizer,
        HttpEngine engine,
        String server,
        int maxMessageBytes,
        String given,
        HttpWatcher watcher) {

    /** Returns another address of the same server. */
    Endpoint at(HttpUrl other) {
        return new Endpoint(other, own, authorizer, engine, server, maxMessageBytes, given, watcher);
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
