package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.OwnEntry;
import dev.fairlead.wire.stdio.ServerCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The work of {@code fairlead add}. */
public final class Adding {
    private final Surroundings surroundings;
    private final OutputOptions output;
    private final PlaceOptions places;
    private final boolean force;
    private final boolean check;

    Adding(Surroundings surroundings, OutputOptions output, PlaceOptions places, boolean force, boolean check) {
        this.surroundings = surroundings;
        this.output = output;
        this.places = places;
        this.force = force;
        this.check = check;
    }

    /** What is to be written, and what is to be said about it. */
    private record Draft(String name, ObjectNode entry, List<ObjectNode> inputs, List<String> warnings) {}

    ExitCode run(List<String> words, TypedServer typed, @Nullable String pasted) {
        var attempt = Attempt.begin();
        var visit = visit(List.of());
        var written = new ArrayList<Changes>();
        var code = visit.stay(attempt, () -> {
            if (visit.verbose() && !check) {
                throw new UsageException("--verbose tells what the server says, which only --check asks; drop it");
            }
            var place = places.place(surroundings);
            var draft = pasted == null ? draft(words, typed, place) : draft(words, typed, pasted, place);
            attempt.meets(draft.name());
            var changes = write(draft, place);
            if (!check) {
                visit.printer().print(attempt, changes);
                return ExitCode.OK;
            }
            visit.printer().now(changes.withoutNext()::show);
            written.add(changes);
            return ExitCode.OK;
        });
        return written.isEmpty() ? code : checked(written.getFirst());
    }

    private Visit visit(List<Path> files) {
        return new Visit(
                surroundings.withServerCommand(null),
                ConnectionOptions.forServersOf(files),
                output,
                output.json ? LoginOffer.Consent.REFUSED : LoginOffer.Consent.ASKED);
    }

    private ExitCode checked(Changes changes) {
        var name = changes.changes().getFirst().name();
        var attempt = Attempt.begin().always(changes::tell);
        var files = places.place(surroundings).files();
        var visit = visit(files);
        var code = visit.make(
                attempt, targets -> targets.only(List.of(name), AddCommand.NAME), (client, here, printer) -> {
                    printer.print(here, new Checked(changes, client.server()));
                    return ExitCode.OK;
                });
        if (code != ExitCode.OK && code != ExitCode.INTERRUPTED && !visit.printsJson()) {
            visit.warn("'%s' stays configured; %s looks for the cause"
                    .formatted(
                            name,
                            ShellWord.command("fairlead doctor " + ShellWord.of(name) + ConfigOptions.again(files))));
        }
        return code;
    }

    private Draft draft(List<String> words, TypedServer typed, WritingPlace place) {
        var command = surroundings.serverCommand();
        if (words.isEmpty()) {
            throw new UsageException(
                    "no name is typed; type 'fairlead add NAME URL', 'fairlead add NAME SCRIPT' or 'fairlead add NAME"
                            + " -- COMMAND'");
        }
        var name = NameCheck.checked(words.getFirst(), surroundings);
        var rest = words.subList(1, words.size());
        var entry = new TypedEntry(typed, place);
        if (command != null) {
            if (!rest.isEmpty()) {
                throw new UsageException("'%s' and the command after -- both say how it is reached; drop one of them"
                        .formatted(Url.shown(rest.getFirst())));
            }
            return new Draft(name, entry.command(command), List.of(), List.of());
        }
        if (rest.isEmpty()) {
            throw new UsageException("nothing says how '%s' is reached; type its URL, its script, or -- and its command"
                    .formatted(name));
        }
        var word = rest.getFirst();
        if (ServerCommand.isScript(word) && !Url.isAny(word)) {
            return new Draft(name, entry.command(rest), List.of(), List.of());
        }
        if (!Url.isHttp(word)) {
            throw new UsageException(
                    Url.isAny(word)
                            ? "the URL of a server begins with http:// or https://"
                            : "'%s' is neither a URL nor a script; a program goes after --: %s"
                                    .formatted(
                                            word,
                                            ShellWord.command("fairlead add %s -- %s"
                                                    .formatted(ShellWord.of(name), ShellWord.line(rest)))));
        }
        if (rest.size() > 1) {
            throw new UsageException("'%s' is one word too many after the URL".formatted(rest.get(1)));
        }
        return new Draft(name, entry.url(word), List.of(), List.of());
    }

    private Draft draft(List<String> words, TypedServer typed, String pasted, WritingPlace place) {
        if (words.size() > 1 || surroundings.serverCommand() != null) {
            throw new UsageException("--entry says how the server is reached; type its name alone beside it");
        }
        var options = new ArrayList<>(typed.forPrograms());
        options.addAll(typed.forUrls());
        if (!options.isEmpty()) {
            throw new UsageException(
                    "%s and --entry both say what the server is like; drop one of them".formatted(options.getFirst()));
        }
        var wanted = words.isEmpty() ? null : words.getFirst();
        var read = new PastedEntry(ConfiguredServers.home()).read(pasted, wanted, surroundings.in());
        var name = NameCheck.checked(wanted == null ? read.server().name() : wanted, surroundings);
        var own = OwnEntry.of(read.server(), place.file(), place.isUsers() ? ConfiguredServers.home() : null);
        var warnings = new ArrayList<String>();
        read.file().problems().stream()
                .filter(problem -> problem.server() == null
                        || problem.server().equals(read.server().name()))
                .filter(problem -> !own.leftOut().contains(lastName(problem.field())))
                .map(problem ->
                        "--entry: " + (problem.field().isEmpty() ? "" : problem.field() + ": ") + problem.message())
                .forEach(warnings::add);
        if (!own.leftOut().isEmpty()) {
            warnings.add("left out, since it has no effect here: " + String.join(", ", own.leftOut()));
        }
        var inputs = read.file().inputs().stream()
                .filter(input -> own.inputs().contains(input.id()))
                .map(OwnEntry::of)
                .toList();
        return new Draft(name, own.json(), inputs, warnings);
    }

    private static String lastName(String field) {
        return field.substring(field.lastIndexOf('.') + 1);
    }

    private Changes write(Draft draft, WritingPlace place) {
        var look = new EntryLook(surroundings, place);
        var described = look.described(draft.name(), draft.entry());
        var ours = new OwnFile(surroundings, place.file(), place.audience());
        var change = ours.put(draft.name(), draft.entry(), draft.inputs(), force);
        var warnings = new ArrayList<>(draft.warnings());
        warnings.addAll(look.warnings(draft.name(), draft.entry()));
        var again = ShellWord.of(draft.name()) + ConfigOptions.again(place.files());
        var next = new ArrayList<String>();
        if (!place.isUsers()) {
            next.add("fairlead approve " + again);
        }
        next.add("fairlead tools " + again);
        return new Changes(List.of(change), described, warnings, next, null);
    }
}
