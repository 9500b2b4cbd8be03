package dev.fairlead.host.metrics;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** The first names that come, and one word for all others: every name costs a metrics system memory for good. */
final class FewNames {
    static final String OTHER = "_other";

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> known = new HashSet<>(); // guarded by lock

    FewNames(int most) {
        this.most = most;
    }

    /** Returns the name, or the word for all others. */
    String of(String name) {
        lock.lock();
        try {
            if (known.contains(name)) {
                return name;
            }
            if (known.size() >= most) {
                return OTHER;
            }
            known.add(name);
            return name;
        } finally {
            lock.unlock();
        }
    }
}
