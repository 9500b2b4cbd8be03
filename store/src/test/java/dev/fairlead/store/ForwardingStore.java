package dev.fairlead.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A store in memory, for tests in which some of what it does is different. */
public abstract class ForwardingStore implements Store {
    private final Store inner = new MemoryStore();

    /** Returns what does it, each time that anything is done. */
    protected Store inner() {
        return inner;
    }

    @Override
    public Optional<Entry> read(String key) {
        return inner().read(key);
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        return inner().replace(key, seen, value, life);
    }

    @Override
    public List<String> keys(String prefix) {
        return inner().keys(prefix);
    }

    @Override
    public Lease lease(String key, Duration patience) throws InterruptedException, TimeoutException {
        return inner().lease(key, patience);
    }

    @Override
    public void close() {
        inner.close();
    }
}
