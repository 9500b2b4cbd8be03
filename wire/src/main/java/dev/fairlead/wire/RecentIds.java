package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.RequestId;
import java.util.LinkedHashSet;
import java.util.concurrent.locks.ReentrantLock;

/** The last few ids of which something is to be remembered. */
final class RecentIds {
    private static final int CAPACITY = 4096;

    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashSet<RequestId> ids = new LinkedHashSet<>(); // guarded by lock

    /** Remembers an id, and forgets the oldest where there are too many. */
    void add(RequestId id) {
        lock.lock();
        try {
            ids.add(id);
            if (ids.size() > CAPACITY) {
                ids.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether an id is remembered. */
    boolean contains(RequestId id) {
        lock.lock();
        try {
            return ids.contains(id);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets an id. Returns whether it was remembered. */
    boolean remove(RequestId id) {
        lock.lock();
        try {
            return ids.remove(id);
        } finally {
            lock.unlock();
        }
    }
}
