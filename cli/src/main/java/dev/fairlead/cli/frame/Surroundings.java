package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Screen;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a verb runs in.
 *
 * @param screen what these are; asked only where that matters, because finding out takes time
 * @param environment the variables of this process
 * @param servers the servers that have a name
 * @param desktop what logging in needs
 * @param serverCommand the words after {@code --}; null where there was none
 * @param connections where connections come from
 */
public record Surroundings(
        PrintStream out,
        PrintStream err,
        InputStream in,
        Screen screen,
        Map<String, String> environment,
        Interruption interruption,
        Servers servers,
        Desktop desktop,
        @Nullable List<String> serverCommand,
        Connections connections) {

    /** Returns surroundings in which every visit has a connection of its own. */
    public Surroundings(
            PrintStream out,
            PrintStream err,
            InputStream in,
            Screen screen,
            Map<String, String> environment,
            Interruption interruption,
            Servers servers,
            Desktop desktop,
            @Nullable List<String> serverCommand) {
        this(out, err, in, screen, environment, interruption, servers, desktop, serverCommand, Connections.FRESH);
    }

    /** Returns these surroundings with the words after {@code --}. */
    public Surroundings withServerCommand(@Nullable List<String> words) {
        return new Surroundings(out, err, in, screen, environment, interruption, servers, desktop, words, connections);
    }

    /** Returns these surroundings where somebody sits at another desktop, and types nothing that is read here. */
    public Surroundings at(Desktop other, InputStream typed) {
        return new Surroundings(
                out, err, typed, screen, environment, interruption, servers, other, serverCommand, connections);
    }
}
