package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.PrivateValues;
import dev.fairlead.host.config.Resolved;
import dev.fairlead.host.config.ServerConfig;
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
 * word is a URL, a script, the name of a server, or a file and the name of a server in it ({@code mcp.json#calc}).
 */
public final class Targets implements AutoCloseable {
    private final Visit visit;
    private final Surroundings surroundings;
    private final ConnectionOptions options;
    private final boolean keeping;
    private @Nullable Remote remote;
    private @Nullable ConfiguredServers configured;

    /**
     * Looks by what was typed.
     *
     * @param keeping whether every token that is got is kept
     */
    Targets(Visit visit, ConnectionOptions connection, boolean keeping) {
        this.visit = visit;
        this.surroundings = visit.surroundings();
        this.options = connection;
        this.keeping = keeping;
    }

    /** Finds the server of a verb about logins, which only servers with a URL know. */
    public Target url(List<String> words, String verb) {
        boolean named = !words.isEmpty();
        if (named && (Url.isHttp(words.getFirst()) || isAddress(words.getFirst()))) {
            return only(words, verb);
        }
        if (!named && surroundings.serverCommand() == null) {
            throw new UsageException("no server is named; type 'fairlead %s URL'".formatted(verb));
        }
        throw (named ? misplacedUrl(words.getFirst()) : Optional.<UsageException>empty())
                .orElseGet(() -> new UsageException(
                        "only servers with a URL know logins; type 'fairlead %s URL'".formatted(verb)));
    }

    /** Finds the server of a verb that wants no other words. */
    public Target only(List<String> words, String verb) {
        if (surroundings.serverCommand() != null && !words.isEmpty()) {
            throw new UsageException("'%s' and the command after -- both name a server; drop one of them"
                    .formatted(Url.shown(words.getFirst())));
        }
        var target = first(words, verb, "");
        if (!target.words().isEmpty()) {
            var again = ServerCommand.isScript(words.getFirst())
                    ? "; a script with its arguments goes after --: type "
                            + ShellWord.command("fairlead %s -- %s".formatted(verb, ShellWord.line(words)))
                    : "; type " + ShellWord.command("fairlead %s %s".formatted(verb, target.typed()));
            throw new UsageException("'%s' is one word too many"
                            .formatted(Url.shown(target.words().getFirst()))
                    + again);
        }
        return target;
    }

    /**
     * Finds the server, and leaves the words after it.
     *
     * @param verb the verb, for texts
     * @param wanted the words that the verb wants beside the server, for texts; empty if none
     */
    public Target first(List<String> words, String verb, String wanted) {
        var command = surroundings.serverCommand();
        if (command != null) {
            var transport = StdioTransport.of(command(command, verb, wanted));
            refuseOptions("a command");
            refuseFiles("a command");
            return new Target(transport, null, "-- " + ShellWord.line(command), words)
                    .hiding(() -> PrivateValues.ofCommand(command));
        }
        if (words.isEmpty()) {
            throw new UsageException(
                    "no server is named; type 'fairlead %s URL%s', 'fairlead %s demo%s' or 'fairlead %s%s -- COMMAND'"
                            .formatted(verb, wanted, verb, wanted, verb, wanted));
        }
        var rest = words.subList(1, words.size());
        return switch (meant(words.getFirst())) {
            case ServerWord.Address(var url) -> {
                refuseFiles("a URL");
                yield remote().target(url, rest, options.login, keeping);
            }
            case ServerWord.Script(var path) -> {
                refuseOptions("a script");
                refuseFiles("a script");
                yield new Target(StdioTransport.of(ServerCommand.script(path)), null, ShellWord.of(path), rest);
            }
            case ServerWord.InFile entry -> {
                refuseFiles("one with its file");
                yield inFile(entry, rest);
            }
            case ServerWord.BuiltIn(var name) -> {
                refuseOptions("'%s'".formatted(name));
                yield new Target(surroundings.servers().named(name).orElseThrow(), null, name, rest);
            }
            case ServerWord.Name name -> named(words, verb, wanted);
        };
    }

    private ServerWord meant(String word) {
        return ServerWord.of(word, surroundings, options.config.files());
    }

    /** Tells whether a word is a server, whatever else may be meant by it. */
    public boolean isServer(String word) {
        return switch (meant(word)) {
            case ServerWord.Address address -> true;
            case ServerWord.Script script -> true;
            case ServerWord.InFile entry -> true;
            case ServerWord.BuiltIn builtIn -> true;
            case ServerWord.Name name -> false;
        };
    }

    /** Closes what was opened for the servers found. */
    @Override
    public void close() {
        if (remote != null) {
            surroundings.connections().release(remote::close);
        }
    }

    private Remote remote() {
        if (remote == null) {
            remote = Remote.of(options.remote, surroundings);
        }
        return remote;
    }

    private Target inFile(ServerWord.InFile entry, List<String> rest) {
        var servers = ConfiguredServers.read(surroundings, List.of(entry.file()));
        servers.problems(entry.name()).forEach(problem -> visit.warn(problem.text()));
        var server = servers.find(entry.name())
                .orElseThrow(() -> servers.unread(entry.name())
                        .orElseGet(() -> new UsageException("%s has no server '%s'; %s"
                                .formatted(
                                        entry.file(), entry.name(), Suggestion.among(entry.name(), servers.names())))));
        return configured(servers, server, ShellWord.of(entry.typed()), rest);
    }

    private ConfiguredServers configured() {
        if (configured == null) {
            configured = ConfiguredServers.read(surroundings, options.config.files());
        }
        return configured;
    }

    /** Finds a server by the name that a file gives it. */
    private Target named(List<String> words, String verb, String wanted) {
        var name = words.getFirst();
        var rest = words.subList(1, words.size());
        configured().problems(name).forEach(problem -> visit.warn(problem.text()));
        return configured()
                .find(name)
                .map(server -> configured(
                        configured(),
                        server,
                        ShellWord.of(server.name()) + ConfigOptions.again(options.config.files()),
                        rest))
                .orElseThrow(() -> configured().unread(name).orElseGet(() -> unknown(words, verb, wanted)));
    }

    private Target configured(ConfiguredServers servers, ServerConfig server, String typed, List<String> rest) {
        var target = switch (servers.resolve(server, visit.mayAsk())) {
            case Resolved.Process process -> {
                refuseOptions("'%s'".formatted(server.name()));
                var command = process.command().withholding(process.withheld());
                yield new Target(StdioTransport.of(command).named(server.name()), null, typed, rest)
                        .hiding(process::privateValues);
            }
            case Resolved.Remote address -> remote().target(address, typed, rest, options.login, keeping);
            case Resolved.Own own -> new Target(own.transport(), null, typed, rest);
        };
        return target.with(new Pace(server.startupTimeout(), server.requestTimeout()))
                .with(server);
    }

    private boolean isAddress(String name) {
        var found = switch (meant(name)) {
            case ServerWord.InFile entry ->
                ConfiguredServers.read(surroundings, List.of(entry.file())).find(entry.name());
            case ServerWord.Name other -> configured().find(other.name());
            case ServerWord.Address address -> Optional.<ServerConfig>empty();
            case ServerWord.Script script -> Optional.<ServerConfig>empty();
            case ServerWord.BuiltIn builtIn -> Optional.<ServerConfig>empty();
        };
        return found.filter(server -> server.endpoint() instanceof Endpoint.Address)
                .isPresent();
    }

    private void refuseFiles(String what) {
        if (!options.config.files().isEmpty()) {
            throw new UsageException("%s is for servers with a configured name, which %s is not; drop it"
                    .formatted(ConfigOptions.CONFIG, what));
        }
    }

    private void refuseOptions(String what) {
        var typed = options.forUrls();
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
            throw new UsageException("a URL is no command, and goes without --; type "
                    + ShellWord.command("fairlead %s %s%s".formatted(verb, ShellWord.of(Url.shown(program)), wanted)));
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
        if (!name.contains("/") && !name.contains("\\")) {
            return Optional.empty();
        }
        var rest = words.size() == 1 ? wanted : " " + ShellWord.line(words.subList(1, words.size()));
        return Optional.of(new UsageException("a server's program goes after --; type "
                + ShellWord.command("fairlead %s%s -- %s"
                        .formatted(
                                verb,
                                wanted.isEmpty() ? "" : rest,
                                wanted.isEmpty() ? ShellWord.line(words) : ShellWord.of(name)))));
    }

    private List<String> names() {
        var found = configured().names();
        return options.config.files().isEmpty()
                ? Stream.concat(surroundings.servers().names().stream(), found.stream())
                        .distinct()
                        .toList()
                : found;
    }

    private UsageException missing(List<String> words, String verb, String wanted) {
        var name = words.getFirst();
        var near = Suggestion.closest(name, names());
        if (near.isPresent()) {
            return new UsageException("there is no server named '%s'; did you mean '%s'?".formatted(name, near.get()));
        }
        var others = names().isEmpty() ? "" : ", only " + Suggestion.listed(names());
        return new UsageException(
                "there is no server named '%s'%s; %s".formatted(name, others, instead(words, verb, wanted)));
    }

    /** Returns what may have been meant by the word that should be a server. */
    private static String instead(List<String> words, String verb, String wanted) {
        var name = ShellWord.of(words.getFirst());
        var all = ShellWord.line(words);
        boolean alone = words.size() == 1;
        if (wanted.isEmpty() && !alone) {
            return "to start one by its command, type " + ShellWord.command("fairlead %s -- %s".formatted(verb, all));
        }
        boolean named = wanted.isEmpty() || (!alone && words.get(1).matches("[^=-][^=]*"));
        return named
                ? "to add it, type %s or %s"
                        .formatted(
                                ShellWord.command("fairlead add %s URL".formatted(name)),
                                ShellWord.command("fairlead add %s -- COMMAND".formatted(name)))
                : "a server goes first: type " + ShellWord.command("fairlead %s SERVER %s".formatted(verb, all));
    }
}
