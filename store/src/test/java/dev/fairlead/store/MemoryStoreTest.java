package dev.fairlead.store;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;

/** The store in memory keeps the promises of a store. */
final class MemoryStoreTest implements StoreContract, LeaseContract {
    private final MemoryStore store = new MemoryStore();

    @Override
    public Store open() {
        return store;
    }

    /** By a clock that the test sets. */
    @Nested
    class Expiry implements ExpiryContract {
        private final AtomicReference<Instant> now =
                new AtomicReference<>(Clock.systemUTC().instant());
        private final MemoryStore timed = new MemoryStore(now::get);

        @Override
        public Store open() {
            return timed;
        }

        @Override
        public void pass(Store unused, Duration time) {
            now.updateAndGet(instant -> instant.plus(time));
        }

        @Override
        public List<String> kept(Store unused) {
            return timed.allKeys();
        }
    }
}
