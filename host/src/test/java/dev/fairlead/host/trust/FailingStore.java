package dev.fairlead.host.trust;

import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A store that cannot be used. */
public final class FailingStore implements Store {
    @Override
    public Optional<Entry> read(String key) {
        throw failure();
    }

    @Override
    public boolean replace(String key, String seen, String value, Duration life) {
        throw failure();
    }

    @Override
    public List<String> keys(String prefix) {
        throw failure();
    }

    @Override
    public Lease lease(String key, Duration patience) {
        throw failure();
    }

    @Override
    public void close() {}

    private static StoreException failure() {
        return new StoreException("disk on fire", null);
    }
}
