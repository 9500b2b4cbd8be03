package dev.fairlead.host;

import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A store that can be read and written until it is written once too often, and then neither. */
final class LeavingStore extends ForwardingStore {
    private volatile boolean leaving;
    private volatile boolean away;

    /** Has it leave instead of keeping what is written next. */
    void leaveAtTheNextWrite() {
        leaving = true;
    }

    boolean isAway() {
        return away;
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        away = away || leaving;
        return super.replace(key, seen, value, life);
    }

    @Override
    protected Store inner() {
        if (away) {
            throw new StoreException("the network is down", null);
        }
        return super.inner();
    }
}
