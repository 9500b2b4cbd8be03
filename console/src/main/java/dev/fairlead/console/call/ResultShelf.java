package dev.fairlead.console.call;

import dev.fairlead.protocol.CallToolResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/** Whole results, and what is shown of them at once: as many of the newest as there is room for. Thread-safe. */
final class ResultShelf {
    private static final long MOST_BYTES = 64L << 20;

    private final long most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Kept> results = new LinkedHashMap<>(); // guarded by lock, as the next
    private long bytes;

    private record Kept(CallToolResult result, ObjectNode shown, long bytes) {}

    ResultShelf() {
        this(MOST_BYTES);
    }

    ResultShelf(long most) {
        this.most = most;
    }

    /**
     * Keeps a result.
     *
     * @param size of the result and of what is shown of it
     */
    void put(String call, CallToolResult result, ObjectNode shown, long size) {
        lock.lock();
        try {
            var before = results.put(call, new Kept(result, shown, size));
            bytes += size - (before == null ? 0 : before.bytes);
            var each = results.values().iterator();
            // The newest stays, however large it is: somebody waits for it.
            while (bytes > most && results.size() > 1 && each.hasNext()) {
                bytes -= each.next().bytes;
                each.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    Optional<CallToolResult> find(String call) {
        return kept(call).map(Kept::result);
    }

    /** Returns as much of a result as a page should be sent at once. */
    Optional<ObjectNode> shown(String call) {
        return kept(call).map(Kept::shown);
    }

    private Optional<Kept> kept(String call) {
        lock.lock();
        try {
            return Optional.ofNullable(results.get(call));
        } finally {
            lock.unlock();
        }
    }
}
