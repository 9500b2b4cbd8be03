package dev.fairlead.cli.chat;

import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A store that remembers what went wrong with it: whoever uses it may make do, and tell nobody who would have to know. */
final class NotedStore implements Store {
    private final Store store;
    private final AtomicReference<@Nullable StoreException> failure = new AtomicReference<>();

    NotedStore(Store store) {
        this.store = store;
    }

    /** Returns why it could not be used, the first time that it could not since this was asked last. */
    Optional<StoreException> failure() {
        return Optional.ofNullable(failure.getAndSet(null));
    }

    private StoreException noted(StoreException broken) {
        failure.compareAndSet(null, broken);
        return broken;
    }

    @Override
    public Optional<Entry> read(String key) {
        try {
            return store.read(key);
        } catch (StoreException broken) {
            throw noted(broken);
        }
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        try {
            return store.replace(key, seen, value, life);
        } catch (StoreException broken) {
            throw noted(broken);
        }
    }

    @Override
    public List<String> keys(String prefix) {
        try {
            return store.keys(prefix);
        } catch (StoreException broken) {
            throw noted(broken);
        }
    }

    @Override
    public Lease lease(String key, Duration patience) throws InterruptedException, TimeoutException {
        try {
            return store.lease(key, patience);
        } catch (StoreException broken) {
            throw noted(broken);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
