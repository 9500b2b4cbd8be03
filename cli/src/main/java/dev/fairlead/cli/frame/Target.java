package dev.fairlead.cli.frame;

import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.Tool;
import dev.fairlead.wire.Transport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which server is meant, and the words that are left for the verb.
 *
 * @param tokens what is kept to show the server; null where it is not one to log in to
 * @param typed how to type the server again, without what may be secret
 * @param pace how long things may take, where nothing else was typed
 * @param configured how it is configured; null where it is not
 */
public record Target(
        Transport transport,
        @Nullable KeptTokens tokens,
        String typed,
        List<String> words,
        Pace pace,
        @Nullable ServerConfig configured) {

    /** Returns one where things may take as long as usual. */
    Target(Transport transport, @Nullable KeptTokens tokens, String typed, List<String> words) {
        this(transport, tokens, typed, words, Pace.USUAL, null);
    }

    /** Returns this server where things may take another time. */
    Target with(Pace other) {
        return new Target(transport, tokens, typed, words, other, configured);
    }

    /** Returns this server as one that is configured so. */
    Target with(ServerConfig entry) {
        return new Target(transport, tokens, typed, words, pace, entry);
    }

    /** Returns those of its tools that the configuration offers; all where there is none. */
    public List<Tool> offered(List<Tool> tools) {
        return configured == null ? tools : OfferedTools.of(configured, tools);
    }

    /** Returns this server, reached in another way. */
    Target over(Transport other) {
        return new Target(other, tokens, typed, words, pace, configured);
    }

    /** Returns how texts name the server. */
    public String label() {
        return transport.server();
    }
}
