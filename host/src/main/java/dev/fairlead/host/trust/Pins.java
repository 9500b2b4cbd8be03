package dev.fairlead.host.trust;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.store.Store.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The definitions that were approved, whole, one for each tool of each server and each person. */
public final class Pins {
    private static final String KIND = "pin";
    private static final String HASH_ONLY = "sha256:";

    /** What is longer is kept as its hash: nobody reads a difference in it, and stores have limits of their own. */
    private static final int LONGEST_KEPT = 256 * 1024;

    private final Store store;

    /** Keeps them in a store. */
    public Pins(Store store) {
        this.store = store;
    }

    /** Compares a definition with the approved one. */
    public Pin check(@Nullable String principal, String server, ToolDefinition definition) {
        return read(subject(principal, server, definition), definition).pin();
    }

    /**
     * Approves a definition, if it is the one that was seen.
     *
     * @param seen the hash that the person was shown
     * @return whether it is approved now; if not, the definition is another one than was seen, or somebody approved
     *     something else at the same time
     */
    public boolean approve(@Nullable String principal, String server, ToolDefinition definition, String seen) {
        if (!definition.hash().equals(seen)) {
            return false;
        }
        return approve(read(subject(principal, server, definition), definition));
    }

    /** Forgets what was approved for a tool; its next use is a first use. */
    public void forget(@Nullable String principal, String server, String tool) {
        boolean ignored = forget(new Subject(principal, server, tool).key(KIND));
    }

    /** Forgets what was approved for a tool, or for all of a server; returns for how many. */
    int forget(Subject subject) {
        if (subject.tool() != null) {
            return forget(subject.key(KIND)) ? 1 : 0;
        }
        var all = subject.key(KIND);
        var prefix = all.substring(0, all.lastIndexOf('/') + 1);
        int count = 0;
        for (var key : store.keys(prefix)) {
            count += forget(key) ? 1 : 0;
        }
        return count;
    }

    /** Tells whether anything was kept there. */
    private boolean forget(String key) {
        while (true) {
            var entry = store.read(key);
            if (entry.isEmpty()) {
                return false;
            }
            if (store.replace(key, entry.get().version(), null)) {
                return true;
            }
        }
    }

    /** Compares, and remembers with what. */
    Reading read(Subject subject, ToolDefinition definition) {
        var key = subject.key(KIND);
        var entry = store.read(key);
        return new Reading(key, entry.map(Entry::version).orElse(Entry.ABSENT), definition, compare(entry, definition));
    }

    /** Approves what was read, if what is approved is still what it was compared with, or is just that. */
    boolean approve(Reading reading) {
        if (reading.pin() instanceof Pin.Same) {
            return true;
        }
        var text = reading.definition().text();
        var kept = text.length() <= LONGEST_KEPT
                ? text
                : HASH_ONLY + reading.definition().hash();
        return store.replace(reading.key(), reading.version(), kept)
                || store.read(reading.key())
                        .map(Entry::value)
                        .filter(kept::equals)
                        .isPresent();
    }

    private static Pin compare(Optional<Entry> entry, ToolDefinition definition) {
        if (entry.isEmpty()) {
            return new Pin.Unknown();
        }
        var kept = entry.get().value();
        boolean whole = !kept.startsWith(HASH_ONLY);
        var approved = whole ? Canonical.sha256(kept) : kept.substring(HASH_ONLY.length());
        if (approved.equals(definition.hash())) {
            return new Pin.Same();
        }
        return new Pin.Changed(approved, whole ? diff(kept, definition) : unseen("too long to be kept", definition));
    }

    private static DefinitionDiff diff(String kept, ToolDefinition definition) {
        try {
            return DefinitionDiff.between(Json.parse(kept), definition.tool().toJson());
        } catch (JacksonException unreadable) {
            return unseen("not readable any more", definition);
        }
    }

    private static DefinitionDiff unseen(String why, ToolDefinition definition) {
        return DefinitionDiff.unseen("(" + why + ")", definition.tool().toJson());
    }

    private static Subject subject(@Nullable String principal, String server, ToolDefinition definition) {
        return new Subject(principal, server, definition.name());
    }

    /**
     * A comparison, and what it was made with.
     *
     * @param version of what was approved then
     */
    record Reading(String key, String version, ToolDefinition definition, Pin pin) {}
}
