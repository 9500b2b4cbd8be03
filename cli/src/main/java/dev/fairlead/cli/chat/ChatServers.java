package dev.fairlead.cli.chat;

import dev.fairlead.cli.frame.AuditFile;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.LoginAccess;
import dev.fairlead.cli.frame.ServerWord;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostBuilder;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.store.Store;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The servers of a chat: those that were typed, or all that are configured. */
final class ChatServers {
    private final Surroundings surroundings;
    private final List<Path> files;
    private final Set<String> named = new HashSet<>();
    private final Set<String> passing = new HashSet<>();
    private final Set<String> builtIn = new HashSet<>();

    ChatServers(Surroundings surroundings, List<Path> files) {
        this.surroundings = surroundings;
        this.files = files;
    }

    /** Opens a host with them. */
    Host open(List<String> words, Store store, InputHandlers handlers) {
        var builder = Host.builder()
                .store(store)
                .audit(AuditFile.of(surroundings))
                .tokens(new CredentialFile(surroundings).open())
                .secrets(ConfiguredServers.keptSecrets(surroundings))
                .logins(oauth -> oauth.clientName(LoginAccess.CLIENT_NAME))
                .clients(profile -> profile.handlers(handlers));
        var command = surroundings.serverCommand();
        if (command != null) {
            start(builder, command.getFirst(), StdioTransport.of(ServerCommand.of(command)));
        } else if (words.isEmpty()) {
            builder.configured(ConfiguredServers.search(surroundings, files));
        }
        words.forEach(word -> add(builder, word));
        return builder.open();
    }

    /** Tells whether nobody configured a server under this name, so that nothing is decided about it for later. */
    boolean isPassing(String server) {
        return passing.contains(server);
    }

    /** Tells whether a server is a part of this program. */
    boolean isBuiltIn(String server) {
        return builtIn.contains(server);
    }

    /** Returns what to type about a server that cannot be used; empty for one that nobody configured. */
    String advice(ServerStatus server) {
        if (isPassing(server.name())) {
            return "";
        }
        return "; run "
                + ShellWord.command(
                        server.state().equals("needs-approval")
                                ? ConfiguredServers.approving(server.name(), files)
                                : "fairlead doctor " + ShellWord.of(server.name()) + ConfigOptions.again(files));
    }

    /** Refuses to go on where something was typed and none of it can be used. */
    void check(Host host) {
        boolean typed = !named.isEmpty() || !passing.isEmpty();
        if (typed && host.servers().stream().noneMatch(ServerStatus::ready)) {
            boolean unapproved =
                    host.servers().stream().allMatch(server -> server.state().equals("needs-approval"));
            throw new UnusableException(
                    unapproved ? ExitCode.DECLINED : ExitCode.UNREACHABLE, "no server that was typed can be used");
        }
    }

    private void add(HostBuilder builder, String word) {
        switch (ServerWord.of(word, surroundings, files)) {
            case ServerWord.Address(var url) -> builder.url(free(host(url)), url);
            case ServerWord.Script(var path) -> start(builder, path, StdioTransport.of(ServerCommand.script(path)));
            case ServerWord.BuiltIn(var name) -> {
                var free = free(name);
                builtIn.add(free);
                builder.server(free, surroundings.servers().named(name).orElseThrow());
            }
            case ServerWord.InFile entry -> configured(builder, List.of(entry.file()), entry.name());
            case ServerWord.Name(var name) -> configured(builder, files, name);
        }
    }

    private void configured(HostBuilder builder, List<Path> places, String name) {
        var servers = ConfiguredServers.read(surroundings, places);
        var server = servers.find(name)
                .orElseThrow(() -> new UsageException("there is no server '%s'; %s"
                        .formatted(
                                name,
                                Suggestion.closest(name, servers.names())
                                        .map("did you mean '%s'?"::formatted)
                                        .orElse("'fairlead servers' lists those that are configured,"
                                                + " and demo is built in"))));
        if (named.add(name)) {
            builder.server(server);
        }
    }

    private void start(HostBuilder builder, String program, StdioTransport transport) {
        builder.server(free(String.valueOf(Path.of(program).getFileName())), transport);
    }

    private static String host(String url) {
        return Optional.ofNullable(URI.create(url).getHost()).orElse("server");
    }

    /** Returns a name that no other server has: what was decided about a configured one is not for this one. */
    private String free(String wish) {
        var configured = ConfiguredServers.read(surroundings, List.of()).names();
        var free = wish;
        for (int i = 2; configured.contains(free) || named.contains(free) || !passing.add(free); i++) {
            free = wish + "-" + i;
        }
        return free;
    }
}
