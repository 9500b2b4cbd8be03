package dev.fairlead.cli.config;

import dev.fairlead.cli.config.Changes.Change;
import dev.fairlead.cli.config.Changes.Kind;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.ConfigEdit;
import dev.fairlead.host.config.ConfigEdit.Audience;
import dev.fairlead.host.config.JsonText;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ServerEntries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the file that names a server, and changes it there. Files of other products are changed only if they were typed. */
public final class KnownEntries {
    private final Surroundings surroundings;
    private final List<Path> typed;
    private final ConfiguredServers servers;
    private final Path userFile;

    KnownEntries(Surroundings surroundings, ConfigOptions config) {
        this.surroundings = surroundings;
        this.typed = config.files().stream()
                .map(Path::toAbsolutePath)
                .map(Path::normalize)
                .toList();
        this.servers = ConfiguredServers.read(surroundings, typed);
        this.userFile = ConfiguredServers.search(surroundings, List.of()).userFile();
    }

    /** What has to be said beside what was changed. */
    record Done(Change change, List<String> remarks) {}

    Done remove(String name) {
        var file = holder(name).orElseThrow(() -> elsewhere(name));
        var change = change(file, name, Kind.REMOVED, entries -> entries.without(name));
        var remarks = new ArrayList<String>();
        ConfiguredServers.read(surroundings, typed)
                .find(name)
                .ifPresent(other -> remarks.add(
                        "'%s' is now the server in %s".formatted(name, ConfiguredServers.place(other.origin()))));
        return new Done(change, remarks);
    }

    Done switchTo(String name, boolean on) {
        var kind = on ? Kind.ENABLED : Kind.DISABLED;
        var file = holder(name);
        if (file.isPresent() && !entries(file.get()).onlySwitches(name)) {
            return new Done(change(file.get(), name, kind, entries -> entries.switched(name, on)), List.of());
        }
        var other = elsewhereNamed(name);
        if (other.isEmpty()) {
            throw file.isPresent()
                    ? new UsageException("'%s' in %s is about a server that no other file names; %s removes it"
                            .formatted(name, file.get(), ShellWord.command("fairlead remove " + ShellWord.of(name))))
                    : unknown(name);
        }
        var place = ConfiguredServers.place(other.get().origin());
        if (other.get().enabled() == on) {
            // Without a word of ours it is as it is meant to be.
            var change = change(file.orElse(userFile), name, kind, entries -> entries.without(name));
            return new Done(change, List.of("the server itself is in %s, which stays as it is".formatted(place)));
        }
        var change =
                change(file.orElse(userFile), name, kind, entries -> entries.with(name, ServerEntries.onlySwitch(on)));
        return new Done(
                change,
                List.of("the server itself is in %s, which stays as it is: '%s' counts for you alone"
                        .formatted(
                                place,
                                ConfiguredServers.search(surroundings, List.of())
                                        .userFile())));
    }

    private Change change(Path file, String name, Kind kind, Function<ServerEntries, JsonText> edit) {
        if (!Files.exists(file) && kind == Kind.ENABLED) {
            return new Change(name, Kind.UNCHANGED, file, 0);
        }
        var own = new OwnFile(surroundings, file, file.equals(userFile) ? Audience.OWNER : Audience.ALL);
        var before = new ArrayList<String>();
        var after = own.change(text -> {
            before.clear();
            before.add(text.text());
            return edit.apply(own.entries(text));
        });
        boolean same = before.getLast().equals(after.text());
        int line = kind == Kind.REMOVED ? 0 : own.entries(after).line(name);
        return own.done(name, same ? Kind.UNCHANGED : kind, line);
    }

    /** Returns the file to change: one that was typed, or one of our own. */
    private Optional<Path> holder(String name) {
        var candidates = typed.isEmpty()
                ? Stream.of(userFile, servers.search().projectFile()).distinct().toList()
                : typed;
        return candidates.stream()
                .filter(Files::exists)
                .filter(file -> {
                    var there = ServerEntries.mayChange(file)
                            ? entries(file).names().contains(name)
                            : named(file, name).isPresent();
                    return there;
                })
                .findFirst();
    }

    private ServerEntries entries(Path file) {
        return ServerEntries.in(ConfigEdit.read(file), file, servers.search().workspace());
    }

    private Optional<ServerConfig> named(Path file, String name) {
        return servers.configuration().files().stream()
                .filter(one -> file.equals(one.file()))
                .flatMap(one -> one.servers().stream())
                .filter(server -> server.name().equals(name))
                .findFirst();
    }

    /** Returns the server itself, as its file says it is. */
    private Optional<ServerConfig> elsewhereNamed(String name) {
        return servers.configuration().files().stream()
                .flatMap(file -> file.servers().stream())
                .filter(server -> server.name().equals(name))
                .findFirst();
    }

    private UsageException elsewhere(String name) {
        var found = elsewhereNamed(name);
        if (found.isEmpty() || found.get().origin().file() == null) {
            return unknown(name);
        }
        var word = ShellWord.of(name);
        var origin = found.get().origin();
        return new UsageException(
                "server '%s' is in %s, a file of %s, which others read too; %s switches it off for you, and %s removes it there"
                        .formatted(
                                name,
                                ConfiguredServers.place(origin),
                                origin.dialect().title(),
                                ShellWord.command("fairlead disable " + word),
                                ShellWord.command("fairlead remove %s --config %s"
                                        .formatted(word, ShellWord.of(String.valueOf(origin.file()))))));
    }

    private UsageException unknown(String name) {
        var names = servers.names();
        return new UsageException(
                names.isEmpty()
                        ? "there is no server named '%s': none is configured".formatted(name)
                        : "there is no server named '%s' in the configuration; %s"
                                .formatted(name, Suggestion.among(name, names)));
    }

    /** Returns the outcome of several. */
    static Changes changes(List<Done> done) {
        return new Changes(
                done.stream().map(Done::change).toList(),
                done.stream().flatMap(one -> one.remarks().stream()).toList(),
                List.of(),
                List.of(),
                null);
    }
}
