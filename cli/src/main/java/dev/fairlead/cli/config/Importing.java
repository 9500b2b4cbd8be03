package dev.fairlead.cli.config;

import dev.fairlead.cli.config.Changes.Change;
import dev.fairlead.cli.config.Changes.Kind;
import dev.fairlead.cli.config.Found.Known;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Question;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.question.Excerpts;
import dev.fairlead.host.config.ConfigEdit;
import dev.fairlead.host.config.ConfigFile;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.JsonText;
import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.host.config.OwnEntry;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.SecretSource;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.error.StartRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The work of {@code fairlead import}. */
public final class Importing {
    private final Surroundings surroundings;
    private final PlaceOptions places;
    private final Wishes wishes;
    private final Visit visit;

    /**
     * How to copy.
     *
     * @param as how the only one is to be called; null for the name that it has
     * @param yes whether servers of projects are copied without a question
     */
    record Wishes(List<String> only, @Nullable String as, boolean dry, boolean force, boolean yes) {
        /** Tells whether nothing is wished that has to do with copying. */
        boolean none() {
            return only.isEmpty() && as == null && !dry && !force && !yes;
        }
    }

    /** A server that is to be copied. */
    private record Copy(String name, ServerConfig server, OwnEntry entry, List<ObjectNode> inputs) {}

    Importing(Surroundings surroundings, OutputOptions output, PlaceOptions places, Wishes wishes) {
        this.surroundings = surroundings;
        this.places = places;
        this.wishes = wishes;
        this.visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
    }

    ExitCode run(List<String> words, boolean all) {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> {
            visit.refuseServer(ImportCommand.NAME);
            var sources = new Sources(surroundings);
            if (words.isEmpty() && !all) {
                if (!wishes.none() || places.isScoped()) {
                    throw new UsageException("nothing says from where; type a product, a file, or --all");
                }
                visit.printer().print(attempt, found(sources.all()));
                return ExitCode.OK;
            }
            if (all && !words.isEmpty()) {
                throw new UsageException(
                        "--all and '%s' both say from where; drop one of them".formatted(words.getFirst()));
            }
            var files = all
                    ? sources.all()
                    : words.stream()
                            .flatMap(word -> sources.named(word).stream())
                            .distinct()
                            .toList();
            return copy(attempt, files);
        });
    }

    private Found found(List<ConfigFile> files) {
        var ours = ConfiguredServers.read(surroundings, List.of());
        var rows = files.stream()
                .flatMap(file -> file.servers().stream())
                .map(server -> new Found.Row(
                        server,
                        ours.find(server.name())
                                .map(known -> LikelySecrets.target(known).equals(LikelySecrets.target(server))
                                        ? Known.YES
                                        : Known.OTHER)
                                .orElse(Known.NO)))
                .toList();
        return new Found(rows, Sources.broken(files));
    }

    private ExitCode copy(Attempt attempt, List<ConfigFile> files) {
        var place = places.place(surroundings);
        var copies = copies(files, place);
        var agreed = new ArrayList<Copy>();
        var changes = new ArrayList<Change>();
        for (var copy : copies) {
            if (wishes.dry() || !place.isUsers() || agreed(copy)) {
                agreed.add(copy);
            } else {
                changes.add(new Change(copy.name(), Kind.DECLINED, place.file(), 0));
            }
        }
        changes.addAll(0, write(agreed, place));
        var warnings = new ArrayList<String>();
        Sources.broken(files).forEach(problem -> warnings.add(problem.text()));
        copies.forEach(copy -> warnings.addAll(remarks(copy, place)));
        var failure = failure(changes);
        visit.printer().print(attempt, new Changes(changes, List.of(), warnings, next(changes, place), failure));
        return ExitCode.of(failure);
    }

    private static List<String> next(List<Change> changes, WritingPlace place) {
        if (names(changes, Kind.ADDED).isEmpty()
                && names(changes, Kind.REPLACED).isEmpty()) {
            return List.of();
        }
        var again = ConfigOptions.again(place.files());
        return place.isUsers()
                ? List.of("fairlead servers" + again)
                : List.of("fairlead approve --all" + again, "fairlead servers" + again);
    }

    private List<Copy> copies(List<ConfigFile> files, WritingPlace place) {
        var servers = files.stream()
                .filter(file -> !place.file().equals(file.file()))
                .flatMap(file -> file.servers().stream().map(server -> copy(server, file, place)))
                .toList();
        var names = servers.stream().map(Copy::name).toList();
        for (var name : wishes.only()) {
            if (!names.contains(name)) {
                throw new UsageException(
                        "there is no server named '%s' there; %s".formatted(name, Suggestion.among(name, names)));
            }
        }
        var chosen = servers.stream()
                .filter(copy -> wishes.only().isEmpty() || wishes.only().contains(copy.name()))
                .toList();
        if (wishes.as() == null) {
            return chosen;
        }
        if (chosen.size() != 1) {
            throw new UsageException("--as names one server, and there are %s: %s; choose with --only"
                    .formatted(chosen.size(), String.join(", ", names)));
        }
        var one = chosen.getFirst();
        return List.of(new Copy(NameCheck.checked(wishes.as(), surroundings), one.server(), one.entry(), one.inputs()));
    }

    private static Copy copy(ServerConfig server, ConfigFile file, WritingPlace place) {
        var entry = OwnEntry.of(server, place.file(), place.isUsers() ? ConfiguredServers.home() : null);
        var inputs = file.inputs().stream()
                .filter(input -> entry.inputs().contains(input.id()))
                .map(OwnEntry::of)
                .toList();
        return new Copy(server.name(), server, entry, inputs);
    }

    /** Has a person look at what a project wrote: as the user's own it starts without being asked about again. */
    private boolean agreed(Copy copy) {
        var server = copy.server();
        if (server.origin().scope() != Scope.PROJECT || wishes.yes()) {
            return true;
        }
        var home = ConfiguredServers.home();
        var resolver = Resolver.of(surroundings.environment(), home, home, SecretSource.NONE);
        var lines = ConfigFingerprint.of(server, resolver).describe();
        if (!Excerpts.readable(lines, surroundings.screen().columns())) {
            throw UsageException.declined(
                    "'%s' is of a project's file, and is too long to be read here before somebody agrees; nothing was copied: choose others with --only, or --scope project copies it into the project's file"
                            .formatted(copy.name()));
        }
        visit.printer().now(page -> page.lines(lines));
        if (!visit.mayAsk()) {
            throw UsageException.declined(
                    "'%s' is of a project's file, and would start without approval as your own; nobody can be asked here: --yes agrees, or --scope project copies it into the project's file"
                            .formatted(copy.name()));
        }
        return new Question(surroundings, "importing", copy.name())
                .agreed("Copy it into your own file, from where it may always be started?", false);
    }

    private List<Change> write(List<Copy> copies, WritingPlace place) {
        var own = new OwnFile(surroundings, place.file(), place.audience());
        var kinds = new ArrayList<Kind>();
        var edit = (java.util.function.UnaryOperator<JsonText>) before -> {
            kinds.clear();
            var text = before;
            for (var copy : copies) {
                var entries = own.entries(text);
                var there = entries.path(copy.name()).flatMap(text::get);
                var kind = kind(
                        there.isPresent() && !entries.onlySwitches(copy.name()),
                        there.filter(copy.entry().json()::equals).isPresent());
                kinds.add(kind);
                if (kind == Kind.ADDED || kind == Kind.REPLACED) {
                    text = own.with(text, copy.name(), copy.entry().json(), copy.inputs());
                }
            }
            return text;
        };
        // A file that nothing is written to is not made either.
        boolean idle = copies.isEmpty() || wishes.dry();
        var after = idle ? edit.apply(ConfigEdit.read(place.file())) : own.change(edit);
        var changes = new ArrayList<Change>();
        for (int i = 0; i < copies.size(); i++) {
            var kind = wishes.dry() ? planned(kinds.get(i)) : kinds.get(i);
            int line = kind == Kind.WOULD_ADD
                    ? 0
                    : own.entries(after).line(copies.get(i).name());
            changes.add(own.done(copies.get(i).name(), kind, line));
        }
        return changes;
    }

    private Kind kind(boolean there, boolean same) {
        if (same) {
            return Kind.UNCHANGED;
        }
        if (there) {
            return wishes.force() ? Kind.REPLACED : Kind.CONFLICT;
        }
        return Kind.ADDED;
    }

    private static Kind planned(Kind kind) {
        return switch (kind) {
            case ADDED -> Kind.WOULD_ADD;
            case REPLACED -> Kind.WOULD_REPLACE;
            default -> kind;
        };
    }

    private static List<String> remarks(Copy copy, WritingPlace place) {
        var remarks = new ArrayList<String>();
        if (!copy.entry().leftOut().isEmpty()) {
            remarks.add("'%s': left out, since it has no effect here: %s"
                    .formatted(copy.name(), String.join(", ", copy.entry().leftOut())));
        }
        var secrets = LikelySecrets.fields(copy.server());
        if (!secrets.isEmpty()) {
            remarks.add("'%s': %s looks like a secret, and was in the other file as it is; %s"
                    .formatted(
                            copy.name(),
                            String.join(", ", secrets),
                            place.isUsers()
                                    ? "a variable would keep it out"
                                    : "do not share %s before a variable is in its place".formatted(place.file())));
        }
        return remarks;
    }

    private @Nullable Failure failure(List<Change> changes) {
        var taken = names(changes, Kind.CONFLICT);
        if (!taken.isEmpty()) {
            return visit.judge(new UsageException(
                    "not copied, since the name is taken: %s; --force replaces it, and --only NAME --as OTHER gives it another"
                            .formatted(String.join(", ", taken))));
        }
        var declined = names(changes, Kind.DECLINED);
        return declined.isEmpty()
                ? null
                : visit.judge(new StartRefusedException(declined.getFirst(), "nobody agreed to copy it"));
    }

    private static List<String> names(List<Change> changes, Kind kind) {
        return Stream.of(changes)
                .flatMap(List::stream)
                .filter(change -> change.kind() == kind)
                .map(Change::name)
                .toList();
    }
}
