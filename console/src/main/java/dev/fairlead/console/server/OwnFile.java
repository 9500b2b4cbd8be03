package dev.fairlead.console.server;

import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.config.ConfigEdit;
import dev.fairlead.host.config.ConfigEditException;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.JsonText;
import dev.fairlead.host.config.ServerEntries;
import dev.fairlead.host.trust.AuditRecord;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** The file with the user's own servers. The host watches it, and takes over what is changed there. */
final class OwnFile {
    private static final System.Logger LOG = System.getLogger(OwnFile.class.getName());

    private final Host host;
    private final ConfigSearch search;
    private final ConfigEdit edit;
    private final ServerOrder order;

    /** An entry and the name of its server. */
    record Entry(String name, ObjectNode json) {}

    OwnFile(Host host, ConfigSearch search, ConfigEdit edit, ServerOrder order) {
        this.host = host;
        this.search = search;
        this.edit = edit;
        this.order = order;
    }

    /**
     * Writes entries, all of them or none.
     *
     * @param then done for each of them when the host has taken it over
     */
    void put(List<Entry> entries, Consumer<String> then) {
        change(
                entries.stream().map(Entry::name).toList(),
                ServerOrder.Fate.THERE,
                text -> {
                    var changed = text;
                    for (var entry : entries) {
                        changed = entries(changed).with(entry.name, entry.json);
                    }
                    return changed;
                },
                then);
    }

    void remove(String name, Consumer<String> then) {
        change(List.of(name), ServerOrder.Fate.GONE, text -> entries(text).without(name), then);
    }

    /** What is to be done with these servers next waits until the host has taken over what the file says of them. */
    private void change(
            List<String> names, ServerOrder.Fate fate, UnaryOperator<JsonText> change, Consumer<String> then) {
        try {
            var ignored = edit.change(search.userFile(), ConfigEdit.Audience.OWNER, change);
        } catch (ConfigEditException failure) {
            LOG.log(Level.WARNING, "The user's own configuration could not be changed", failure);
            throw new Refusal(409, "not-written", String.valueOf(failure.getMessage()));
        }
        for (var name : names) {
            host.audit()
                    .record(AuditRecord.configuration(
                            name,
                            "%s %s, at the console"
                                    .formatted(
                                            fate == ServerOrder.Fate.GONE ? "removed from" : "written to",
                                            search.userFile())));
            order.then(name, "taking over from the user's file", fate, () -> {
                host.reload();
                then.accept(name);
            });
        }
    }

    private ServerEntries entries(JsonText text) {
        return ServerEntries.in(text, search.userFile(), search.workspace());
    }
}
