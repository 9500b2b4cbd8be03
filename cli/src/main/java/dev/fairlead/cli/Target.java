package dev.fairlead.cli;

import dev.fairlead.wire.Transport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which server is meant, and the words that are left for the verb.
 *
 * @param tokens what is kept to show the server; null where it is not one to log in to
 * @param typed how to type the server again, without what may be secret
 */
record Target(Transport transport, @Nullable KeptTokens tokens, String typed, List<String> words) {

    /** Returns how texts name the server. */
    String label() {
        return transport.server();
    }
}
