package dev.fairlead.cli;

import dev.fairlead.wire.Transport;
import java.util.List;

/**
 * Which server is meant, and the words that are left for the verb.
 *
 * @param typed how to type the server again, without what may be secret
 */
record Target(Transport transport, String typed, List<String> words) {

    /** Returns how texts name the server. */
    String label() {
        return transport.server();
    }
}
