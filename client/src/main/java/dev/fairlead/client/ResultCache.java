package dev.fairlead.client;

import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.ServerEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** Results that the server said may be used again for a while. Serves one client, and keeps apart who asks, so private ones stay private. */
final class ResultCache {
    private static final int MAX_ENTRIES = 256;

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private long changes;
    private final LinkedHashMap<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * What a result depends on.
     *
     * @param epoch a mark of whoever asked
     */
    record Key(String method, ObjectNode params, String epoch) {}

    private record Entry(ObjectNode result, Instant staleFrom) {}

    ResultCache(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns a result that is still fresh. */
    Optional<ObjectNode> find(Key key) {
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

    /** Returns a mark of this moment, for {@link #keep}. */
    long now() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Keeps a result, if its own hint allows that and nothing was said to have changed since it was asked for.
     *
     * @param asked the mark of the moment before it was asked for
     */
    void keep(Key key, ObjectNode result, long asked) {
        var hint = CacheHint.from(result);
        if (!hint.ttl().isPositive()) {
            return;
        }
        lock.lock();
        try {
            if (asked != changes) {
                return;
            }
            entries.put(key, new Entry(result, clock.instant().plus(hint.ttl())));
            if (entries.size() > MAX_ENTRIES) {
                entries.pollFirstEntry();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops what an event makes stale. */
    void forget(ServerEvent event) {
        switch (event) {
            case ServerEvent.ToolsChanged changed -> drop(key -> key.method.equals("tools/list"));
            case ServerEvent.PromptsChanged changed -> drop(key -> key.method.equals("prompts/list"));
            case ServerEvent.ResourcesChanged changed ->
                drop(key -> key.method.equals("resources/list")
                        || key.method.equals("resources/templates/list")
                        // Skills are resources, and servers announce their changes like this.
                        || key.method.equals("skills/list"));
            // An update may name a part of what was read, so every reading is in doubt.
            case ServerEvent.ResourceUpdated updated -> drop(key -> key.method.equals("resources/read"));
        }
    }

    private void drop(Predicate<Key> stale) {
        lock.lock();
        try {
            changes++;
            entries.keySet().removeIf(stale);
        } finally {
            lock.unlock();
        }
    }
}
