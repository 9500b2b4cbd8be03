package dev.fairlead.host;

import dev.fairlead.auth.store.FileTokenStore;
import dev.fairlead.store.Stores;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The host that everybody in a program shares. */
final class SharedHost {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static @Nullable Host host; // guarded by LOCK

    private SharedHost() {}

    static Host get() {
        LOCK.lock();
        try {
            if (host == null || host.closed()) {
                host = open();
            }
            return host;
        } finally {
            LOCK.unlock();
        }
    }

    private static Host open() {
        var tokens = FileTokenStore.usual();
        var store = Stores.sqlite(tokens.file().resolveSibling("fairlead.db"));
        var opened = Host.builder().configured().store(store).tokens(tokens).open();
        // Servers are ended with the program also if it forgets to.
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("fairlead-end").unstarted(opened::close));
        return opened;
    }
}
