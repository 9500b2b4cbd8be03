package dev.fairlead.host;

import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A store that can be read, and at times not be written. */
final class RefusingStore extends ForwardingStore {
    private volatile boolean refusing;
    private volatile Runnable first = () -> {};

    void refuses(boolean everything) {
        refusing = everything;
    }

    /** Does something first whenever it is written from now on. */
    void beforeWriting(Runnable something) {
        first = something;
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        first.run();
        if (refusing) {
            throw new StoreException("the disk is full", null);
        }
        return super.replace(key, seen, value, life);
    }
}
