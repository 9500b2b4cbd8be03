package dev.fairlead.cli.frame;

import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.Tool;
import dev.fairlead.wire.Transport;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which server is meant, and the words that are left for the verb.
 *
 * @param tokens what is kept to show the server; null where it is not one to log in to
 * @param typed how to type the server again, without what may be secret
 * @param pace how long things may take, where nothing else was typed
 * @param configured how it is configured; null where it is not
 * @param privateValues what was given to it alone and is for nobody else to read; looked for only where somebody hides it
 */
public record Target(
        Transport transport,
        @Nullable KeptTokens tokens,
        String typed,
        List<String> words,
        Pace pace,
        @Nullable ServerConfig configured,
        Supplier<Set<String>> privateValues) {

    /** Of a server that is given nothing. */
    static final Supplier<Set<String>> NOTHING_PRIVATE = Set::of;

    /** Returns one where things may take as long as usual. */
    Target(Transport transport, @Nullable KeptTokens tokens, String typed, List<String> words) {
        this(transport, tokens, typed, words, Pace.USUAL, null, NOTHING_PRIVATE);
    }

    /** Returns this server, which is given what nobody else should read. */
    Target hiding(Supplier<Set<String>> values) {
        return new Target(transport, tokens, typed, words, pace, configured, values);
    }

    /** Returns this server where things may take another time. */
    Target with(Pace other) {
        return new Target(transport, tokens, typed, words, other, configured, privateValues);
    }

    /** Returns this server as one that is configured so. */
    Target with(ServerConfig entry) {
        return new Target(transport, tokens, typed, words, pace, entry, privateValues);
    }

    /** Tells whether anything about it may be for nobody else to read. */
    boolean hides() {
        return !privateValues.equals(NOTHING_PRIVATE) || tokens != null;
    }

    /** Returns those of its tools that the configuration offers; all where there is none. */
    public List<Tool> offered(List<Tool> tools) {
        return configured == null ? tools : OfferedTools.of(configured, tools);
    }

    /** Returns this server, reached in another way. */
    Target over(Transport other) {
        return new Target(other, tokens, typed, words, pace, configured, privateValues);
    }

    /** Returns how texts name the server. */
    public String label() {
        return transport.server();
    }
}
