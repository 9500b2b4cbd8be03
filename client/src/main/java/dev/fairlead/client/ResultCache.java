package dev.fairlead.client;

import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Weight;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Results that the server said may be used again for a while. Keeps apart who asks, so private ones stay private; those
 * that anybody may be shown can be kept elsewhere, for others too.
 */
final class ResultCache {
    private static final int MAX_ENTRIES = 256;
    private static final long MAX_BYTES = 64L << 20;

    private final InstantSource clock;
    private final @Nullable ResultKeeper keeper;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private long changes;
    private long bytes;
    private final LinkedHashMap<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * What a result depends on.
     *
     * @param epoch a mark of whoever asked
     */
    record Key(String method, ObjectNode params, String epoch) {
        /** Returns what is asked, whoever asks. */
        private String question() {
            return method + ' ' + Json.write(params);
        }
    }

    /**
     * A moment before something was asked for.
     *
     * @param changes how much had changed until then
     * @param shared the keeper's own mark of it
     */
    record Moment(long changes, @Nullable String shared) {}

    private record Entry(ObjectNode result, Instant staleFrom, long bytes) {}

    /**
     * Starts empty.
     *
     * @param keeper where to keep what anybody may be shown; null to keep it here
     */
    ResultCache(InstantSource clock, @Nullable ResultKeeper keeper) {
        this.clock = clock;
        this.keeper = keeper;
    }

    /** Returns a result that is still fresh. */
    Optional<ObjectNode> find(Key key) {
        var own = own(key);
        return own.isPresent() || keeper == null || !shareable(key)
                ? own
                : keeper.find(key.method, key.question()).flatMap(ResultCache::result);
    }

    /** Returns a mark of this moment, for {@link #keep}. */
    Moment now(Key key) {
        var shared = keeper == null || !shareable(key)
                ? null
                : keeper.mark(key.method).orElse(null);
        lock.lock();
        try {
            return new Moment(changes, shared);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Keeps a result, if its own hint allows that and nothing was said to have changed since it was asked for.
     *
     * @param asked the mark of the moment before it was asked for
     */
    void keep(Key key, ObjectNode result, Moment asked) {
        var hint = CacheHint.from(result);
        if (!hint.ttl().isPositive()) {
            return;
        }
        if (hint.shared() && keeper != null && shareable(key) && !result.has("nextCursor")) {
            // Not here as well: news of a change that others hear would not reach it.
            if (asked.shared != null) {
                keeper.keep(key.method, key.question(), asked.shared, Json.write(result), hint.ttl());
            }
            return;
        }
        lock.lock();
        try {
            if (asked.changes != changes) {
                return;
            }
            forgotten(entries.remove(key));
            long size = Weight.of(result);
            entries.put(key, new Entry(result, clock.instant().plus(hint.ttl()), size));
            bytes += size;
            while (entries.size() > MAX_ENTRIES || bytes > MAX_BYTES) {
                forgotten(entries.pollFirstEntry().getValue());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops what an event makes stale. */
    void forget(ServerEvent event) {
        switch (event) {
            case ServerEvent.ToolsChanged changed -> drop("tools/list");
            case ServerEvent.PromptsChanged changed -> drop("prompts/list");
            // Skills are resources, and servers announce their changes like this.
            case ServerEvent.ResourcesChanged changed ->
                drop("resources/list", "resources/templates/list", "skills/list");
            // An update may name a part of what was read, so every reading is in doubt.
            case ServerEvent.ResourceUpdated updated -> drop("resources/read");
        }
    }

    /**
     * A page of a longer list is of no use to others, who may get another list; and cursors are the server's to make up,
     * without end.
     */
    private static boolean shareable(Key key) {
        return shareable(key.method) && !key.params.has("cursor");
    }

    /** What a tool is decides whether it may be called, so each client hears that from the server itself. */
    private static boolean shareable(String method) {
        return !method.equals("tools/list");
    }

    private Optional<ObjectNode> own(Key key) {
        lock.lock();
        try {
            var entry = entries.get(key);
            return entry != null && clock.instant().isBefore(entry.staleFrom)
                    ? Optional.of(entry.result)
                    : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private static Optional<ObjectNode> result(String kept) {
        try {
            return Json.parse(kept) instanceof ObjectNode result ? Optional.of(result) : Optional.empty();
        } catch (JacksonException ofAnotherRelease) {
            return Optional.empty();
        }
    }

    /** Counts an entry that is gone, if there was one. With the lock. */
    private void forgotten(@Nullable Entry gone) {
        bytes -= gone == null ? 0 : gone.bytes;
    }

    private void drop(String... methods) {
        var stale = Set.of(methods);
        lock.lock();
        try {
            changes++;
            entries.entrySet().removeIf(entry -> {
                boolean gone = stale.contains(entry.getKey().method);
                forgotten(gone ? entry.getValue() : null);
                return gone;
            });
        } finally {
            lock.unlock();
        }
        if (keeper != null) {
            stale.stream().filter(ResultCache::shareable).forEach(keeper::forget);
        }
    }
}
