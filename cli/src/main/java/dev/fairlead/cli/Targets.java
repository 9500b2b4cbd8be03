package dev.fairlead.cli;

import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server that is meant.
 *
 * <p>Where a command follows {@code --}, it is the server, and all words before belong to the verb. Otherwise the first
 * word is the URL or the name of a server.
 */
final class Targets implements AutoCloseable {
    private final Surroundings surroundings;
    private final RemoteOptions options;
    private final LoginOptions login;
    private final boolean keeping;
    private @Nullable Remote remote;

    /**
     * Looks by what was typed.
     *
     * @param keeping whether every token that is got is kept
     */
    Targets(Surroundings surroundings, ConnectionOptions connection, boolean keeping) {
        this.surroundings = surroundings;
        this.options = connection.remote;
        this.login = connection.login;
        this.keeping = keeping;
    }

    /** Finds the server of a verb that wants no other words. */
    Target only(List<String> words, String verb) {
        if (surroundings.serverCommand() != null && !words.isEmpty()) {
            throw new UsageException("'%s' and the command after -- both name a server; drop one of them"
                    .formatted(Url.shown(words.getFirst())));
        }
        var target = first(words, verb, "");
        if (!target.words().isEmpty()) {
            throw new UsageException("'%s' is one word too many; type 'fairlead %s %s'"
                    .formatted(Url.shown(target.words().getFirst()), verb, target.typed()));
        }
        return target;
    }

    /**
     * Finds the server, and leaves the words after it.
     *
     * @param verb the verb, for texts
     * @param wanted the words that the verb wants beside the server, for texts; empty if none
     */
    Target first(List<String> words, String verb, String wanted) {
        var command = surroundings.serverCommand();
        if (command != null) {
            var transport = StdioTransport.of(command(command, verb, wanted));
            refuseOptions("a command");
            return new Target(transport, null, "-- " + String.join(" ", command), words);
        }
        if (words.isEmpty()) {
            throw new UsageException(
                    "no server is named; type 'fairlead %s URL%s', 'fairlead %s demo%s' or 'fairlead %s%s -- COMMAND'"
                            .formatted(verb, wanted, verb, wanted, verb, wanted));
        }
        var rest = words.subList(1, words.size());
        var word = words.getFirst();
        return Url.isHttp(word) ? remote(word, rest) : new Target(named(words, verb, wanted), null, word, rest);
    }

    /** Tells whether a word is a server, whatever else may be meant by it. */
    boolean isServer(String word) {
        return Url.isHttp(word) || surroundings.servers().names().contains(word);
    }

    /** Closes what was opened for the servers found. */
    @Override
    public void close() {
        if (remote != null) {
            remote.close();
        }
    }

    private Target remote(String url, List<String> rest) {
        if (remote == null) {
            remote = Remote.of(options, surroundings.environment());
        }
        return remote.target(url, rest, login, keeping, surroundings.desktop());
    }

    private Transport named(List<String> words, String verb, String wanted) {
        var name = words.getFirst();
        var transport = surroundings.servers().named(name).orElseThrow(() -> unknown(words, verb, wanted));
        refuseOptions("'%s'".formatted(name));
        return transport;
    }

    private void refuseOptions(String what) {
        var typed =
                Stream.concat(options.typed().stream(), login.typed().stream()).toList();
        if (!typed.isEmpty()) {
            throw new UsageException(
                    "%s is for servers with a URL, which %s is not; drop it".formatted(typed.getFirst(), what));
        }
    }

    private static ServerCommand command(List<String> command, String verb, String wanted) {
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw new UsageException(
                    "nothing follows --; type the command that starts the server, such as 'fairlead %s%s -- python3 server.py'"
                            .formatted(verb, wanted));
        }
        var program = command.getFirst();
        if (Url.isHttp(program)) {
            throw new UsageException("a URL is no command, and goes without --; type 'fairlead %s %s%s'"
                    .formatted(verb, Url.shown(program), wanted));
        }
        if (ServerCommand.isScript(program)) {
            return ServerCommand.script(
                    program, command.subList(1, command.size()).toArray(String[]::new));
        }
        return ServerCommand.of(command);
    }

    private UsageException unknown(List<String> words, String verb, String wanted) {
        return misplacedUrl(words.getFirst())
                .or(() -> misplacedProgram(words, verb, wanted))
                .orElseGet(() -> missing(words, verb, wanted));
    }

    private static Optional<UsageException> misplacedUrl(String word) {
        if (Url.isAny(word)) {
            return Optional.of(new UsageException("the URL of a server begins with http:// or https://, not with %s"
                    .formatted(word.substring(0, word.indexOf("://") + 3))));
        }
        return Url.isBare(word)
                ? Optional.of(
                        new UsageException("the URL of a server begins with http:// or https://; type 'http%s://%s'"
                                .formatted(
                                        word.startsWith("localhost") || word.startsWith("127.") ? "" : "s",
                                        Url.shown(word))))
                : Optional.empty();
    }

    private static Optional<UsageException> misplacedProgram(List<String> words, String verb, String wanted) {
        var name = words.getFirst();
        if (!ServerCommand.isScript(name) && !name.contains("/") && !name.contains("\\")) {
            return Optional.empty();
        }
        var all = String.join(" ", words);
        var rest = words.size() == 1 ? wanted : all.substring(name.length());
        return Optional.of(new UsageException("a server's script or program goes after --; type 'fairlead %s%s -- %s'"
                .formatted(verb, wanted.isEmpty() ? "" : rest, wanted.isEmpty() ? all : name)));
    }

    private UsageException missing(List<String> words, String verb, String wanted) {
        var name = words.getFirst();
        var all = String.join(" ", words);
        var missing = "there is no server named '%s', only %s; "
                .formatted(name, String.join(", ", surroundings.servers().names()));
        return new UsageException(missing
                + (wanted.isEmpty()
                        ? "to start one by its command, type 'fairlead %s -- %s'".formatted(verb, all)
                        : "if '%s' is the tool, type 'fairlead %s demo %s' or 'fairlead %s %s -- COMMAND'"
                                .formatted(name, verb, all, verb, all)));
    }
}
