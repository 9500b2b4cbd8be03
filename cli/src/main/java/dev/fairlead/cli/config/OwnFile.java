package dev.fairlead.cli.config;

import dev.fairlead.cli.config.Changes.Change;
import dev.fairlead.cli.config.Changes.Kind;
import dev.fairlead.cli.frame.AuditFile;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.host.config.ConfigEdit;
import dev.fairlead.host.config.ConfigEdit.Audience;
import dev.fairlead.host.config.JsonText;
import dev.fairlead.host.config.ServerEntries;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.AuditRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A file that is changed. */
public final class OwnFile {
    private static final List<String> INPUTS = List.of("inputs");

    private final Path file;
    private final Audience audience;
    private final ConfigEdit editing;
    private final Path workspace;
    private final AuditLog audit;

    OwnFile(Surroundings surroundings, Path file, Audience audience) {
        this.file = file;
        this.audience = audience;
        this.editing = ConfigEdit.of(surroundings.environment());
        this.audit = AuditFile.of(surroundings);
        this.workspace = ConfiguredServers.search(surroundings, List.of()).workspace();
        if (!ServerEntries.mayChange(file)) {
            throw new UsageException("%s is no JSON, and is not changed; do that by hand".formatted(file));
        }
    }

    ServerEntries entries(JsonText text) {
        return ServerEntries.in(text, file, workspace);
    }

    /** Returns the text with a server in it, and with all that people are asked for because of it. */
    JsonText with(JsonText text, String name, ObjectNode entry, List<ObjectNode> inputs) {
        var entries = entries(text);
        if (!entries.takesOurs()) {
            throw new UsageException(
                    "%s is a file of %s, to which nothing is added; add it to your own, without --config"
                            .formatted(file, entries.product()));
        }
        var changed = entries.with(name, entry);
        for (var input : inputs) {
            boolean known = changed.get(INPUTS).stream()
                    .flatMap(list -> list.valueStream())
                    .anyMatch(one -> one.path("id").equals(input.path("id")));
            changed = known ? changed : changed.append(INPUTS, input);
        }
        return changed;
    }

    /** Writes a server, in the place of one of the same name only if that is meant. */
    Change put(String name, ObjectNode entry, List<ObjectNode> inputs, boolean force) {
        var kind = new AtomicReference<>(Kind.ADDED);
        var text = change(before -> {
            var entries = entries(before);
            int line = entries.line(name);
            // One that says nothing but that the server of another file is not used is about to be complete.
            if (line > 0 && !force && !entries.onlySwitches(name)) {
                throw new UsageException(
                        "there is a server '%s' in %s:%s already; --force replaces it".formatted(name, file, line));
            }
            kind.set(line > 0 ? Kind.REPLACED : Kind.ADDED);
            return with(before, name, entry, inputs);
        });
        return done(name, kind.get(), entries(text).line(name));
    }

    /** Returns what was done about a server in this file, and writes it down if anything was. */
    Change done(String name, Kind kind, int line) {
        var change = new Change(name, kind, file, line);
        if (kind.changes()) {
            audit.record(AuditRecord.configuration(name, change.sentence()));
        }
        return change;
    }

    JsonText change(UnaryOperator<JsonText> edit) {
        return editing.change(file, audience, edit);
    }
}
