package dev.fairlead.auth.store;

import dev.fairlead.wire.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A store that forgets everything when the program ends. */
public final class MemoryTokenStore implements TokenStore {
    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();
    private final Turns turns = new Turns();

    /** Makes one that is empty. */
    public MemoryTokenStore() {}

    /** Returns what is kept under a key. */
    @Override
    public Optional<Entry> read(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** Keeps a text under a key, if what is kept there is still what the caller saw. */
    @Override
    public boolean replace(String key, String seen, @Nullable String value) {
        var replaced = new AtomicBoolean();
        entries.compute(key, (unused, now) -> {
            if (!seen.equals(now == null ? Entry.ABSENT : now.version())) {
                return now;
            }
            replaced.set(true);
            return value == null ? null : new Entry(value, Long.toString(versions.incrementAndGet()));
        });
        return replaced.get();
    }

    /** Lists the keys under which something is kept, in order. */
    @Override
    public List<String> keys() {
        return entries.keySet().stream().sorted().toList();
    }

    /** Waits to be the only one to work on what a key names. */
    @Override
    public Lease lease(String key, Deadline patience) throws InterruptedException, TimeoutException {
        return turns.take(key, patience);
    }

    /** Says how much is kept, and nothing of what. */
    @Override
    public String toString() {
        return "MemoryTokenStore[entries=" + entries.size() + "]";
    }
}
