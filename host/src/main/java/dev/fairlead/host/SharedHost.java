package dev.fairlead.host;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The host that everybody in a program shares. */
final class SharedHost {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static @Nullable Host host; // guarded by LOCK, as the next
    private static boolean ending;

    private SharedHost() {}

    static Host get() {
        LOCK.lock();
        try {
            if (host == null || host.closed()) {
                endWithTheProgram();
                host = Host.builder().configured().open();
            }
            return host;
        } finally {
            LOCK.unlock();
        }
    }

    /** Servers are ended with the program also if it forgets to; while it ends, nothing is opened any more. */
    private static void endWithTheProgram() {
        if (!ending) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("fairlead-end").unstarted(SharedHost::end));
            ending = true;
        }
    }

    private static void end() {
        LOCK.lock();
        try {
            if (host != null) {
                host.close();
            }
        } finally {
            LOCK.unlock();
        }
    }
}
