package dev.fairlead.host;

import dev.fairlead.client.EraMemory;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.Hashes;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps verdicts about servers in the store that keeps everything else. Without them servers are only asked once more. */
final class StoredEras implements EraMemory.Keeper {
    private static final String PREFIX = "era/";
    private static final Duration LIFE = Duration.ofDays(30);

    private final Store store;

    StoredEras(Store store) {
        this.store = store;
    }

    @Override
    public Optional<String> read(String identity) {
        try {
            return store.read(place(identity)).map(Store.Entry::value);
        } catch (StoreException unreachable) {
            return Optional.empty(); // The server knows as well.
        }
    }

    @Override
    public void write(String identity, @Nullable String verdict) {
        try {
            var seen = store.read(place(identity)).map(Store.Entry::version).orElse(Store.Entry.ABSENT);
            // Whoever was faster asked the same server.
            boolean ignored = store.replace(place(identity), seen, verdict, LIFE);
        } catch (StoreException unreachable) {
            return; // What is not kept is found out again.
        }
    }

    private static String place(String identity) {
        return PREFIX + Hashes.sha256(identity);
    }
}
