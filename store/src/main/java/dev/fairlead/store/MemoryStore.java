package dev.fairlead.store;

import dev.fairlead.store.parts.Pauses;
import dev.fairlead.store.parts.Texts;
import dev.fairlead.store.parts.Turns;
import dev.fairlead.store.parts.Versions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A store that forgets everything when the program ends. */
public final class MemoryStore implements Store {
    private final ConcurrentMap<String, Kept> kept = new ConcurrentHashMap<>();
    private final Turns turns = new Turns();
    private final Cleaning cleaning = new Cleaning();
    private final InstantSource clock;

    /** Makes one that is empty. */
    public MemoryStore() {
        this(InstantSource.system());
    }

    /** Makes one that is empty and tells by this clock what has expired. */
    public MemoryStore(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns what is kept under a key and has not expired. */
    @Override
    public Optional<Entry> read(String key) {
        Texts.key(key);
        return Optional.ofNullable(kept.get(key))
                .filter(there -> there.livesAt(clock.instant()))
                .map(Kept::entry);
    }

    /** Keeps a text under a key, if what is kept there is still what the caller saw. */
    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        Texts.key(key);
        if (value != null) {
            Texts.value(value);
        }
        var now = clock.instant();
        var fresh = value == null || Texts.isOver(life) ? null : Kept.fresh(value, now, Texts.millis(life));
        var replaced = new AtomicBoolean();
        kept.compute(key, (unused, there) -> {
            var live = there != null && there.livesAt(now) ? there : null;
            if (!seen.equals(live == null ? Entry.ABSENT : live.entry().version())) {
                return live;
            }
            replaced.set(true);
            return fresh;
        });
        if (cleaning.isDue()) {
            kept.values().removeIf(there -> !there.livesAt(now));
        }
        return replaced.get();
    }

    /** Lists the keys that begin so and under which something is kept, in order. */
    @Override
    public List<String> keys(String prefix) {
        Texts.key(prefix);
        var now = clock.instant();
        return kept.entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith(prefix) && entry.getValue().livesAt(now))
                .map(entry -> entry.getKey())
                .sorted()
                .toList();
    }

    /** Waits to be the only one to work on what a key names. */
    @Override
    public Lease lease(String key, Duration patience) throws InterruptedException, TimeoutException {
        Texts.key(key);
        return turns.take(key, Pauses.nanos(patience))::close;
    }

    /** Does nothing: there are no files or connections, and what is kept stays. */
    @Override
    public void close() {}

    /** Says what it is, and nothing of what it keeps. */
    @Override
    public String toString() {
        return "MemoryStore";
    }

    /** Returns what takes up space, expired or not. */
    List<String> allKeys() {
        return List.copyOf(kept.keySet());
    }

    private record Kept(Entry entry, @Nullable Instant end) {
        static Kept fresh(String value, Instant now, @Nullable Long millis) {
            return new Kept(new Entry(value, Versions.next()), millis == null ? null : now.plusMillis(millis));
        }

        boolean livesAt(Instant now) {
            return end == null || now.isBefore(end);
        }
    }
}
