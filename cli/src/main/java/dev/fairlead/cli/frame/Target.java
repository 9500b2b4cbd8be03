package dev.fairlead.cli.frame;

import dev.fairlead.wire.Transport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which server is meant, and the words that are left for the verb.
 *
 * @param tokens what is kept to show the server; null where it is not one to log in to
 * @param typed how to type the server again, without what may be secret
 * @param pace how long things may take, where nothing else was typed
 */
public record Target(Transport transport, @Nullable KeptTokens tokens, String typed, List<String> words, Pace pace) {

    /** Returns one where things may take as long as usual. */
    Target(Transport transport, @Nullable KeptTokens tokens, String typed, List<String> words) {
        this(transport, tokens, typed, words, Pace.USUAL);
    }

    /** Returns this server where things may take another time. */
    Target with(Pace other) {
        return new Target(transport, tokens, typed, words, other);
    }

    /** Returns this server, reached in another way. */
    Target over(Transport other) {
        return new Target(other, tokens, typed, words, pace);
    }

    /** Returns how texts name the server. */
    public String label() {
        return transport.server();
    }
}
