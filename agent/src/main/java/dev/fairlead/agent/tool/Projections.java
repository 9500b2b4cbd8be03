package dev.fairlead.agent.tool;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Remembers how schemas are told, since every step of every conversation tells them again. Trees are many times as large
 * as what is written of them, so it is the writing that is kept. For any threads.
 */
final class Projections {
    private static final int MOST = 2_000;
    private static final long MOST_CHARACTERS = 32_000_000;
    private static final int CHARACTERS_AROUND = 200;

    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final LinkedHashMap<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    private record Key(SchemaDialect dialect, String schema) {}

    /**
     * What became of a schema.
     *
     * @param told what the model is told, written, if it is; else why not
     */
    private record Kept(boolean fits, String told, List<SchemaChange> changes) {
        static Kept of(Projected projected) {
            return switch (projected) {
                case Projected.Fit(var schema, var changes) ->
                    new Kept(true, Json.write(SchemaWords.clean(schema)), changes);
                case Projected.Unfit(var reason) -> new Kept(false, reason, List.of());
            };
        }

        Projected read() {
            return fits ? new Projected.Fit((ObjectNode) Json.parse(told), changes) : new Projected.Unfit(told);
        }

        long characters() {
            return told.length() + (1L + changes.size()) * CHARACTERS_AROUND;
        }
    }

    /** Returns how a schema is told in a dialect, without what nobody sees in its words. */
    Projected of(ObjectNode schema, SchemaDialect dialect) {
        // The order of members counts: what is told follows it.
        var key = new Key(dialect, Boundary.of("schema", Json.write(schema)));
        var known = find(key);
        if (known != null) {
            return known.read();
        }
        var fresh = Kept.of(SchemaProjection.of(schema, dialect));
        keep(key, fresh);
        return fresh.read();
    }

    private @Nullable Kept find(Key key) {
        lock.lock();
        try {
            return kept.get(key);
        } finally {
            lock.unlock();
        }
    }

    private void keep(Key key, Kept fresh) {
        lock.lock();
        try {
            var before = kept.put(key, fresh);
            characters += fresh.characters() - (before == null ? 0 : before.characters());
            while (kept.size() > MOST || (characters > MOST_CHARACTERS && kept.size() > 1)) {
                characters -= kept.pollFirstEntry().getValue().characters();
            }
        } finally {
            lock.unlock();
        }
    }
}
