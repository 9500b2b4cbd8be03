package dev.fairlead.console.call;

import dev.fairlead.protocol.CallToolResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Whole results, as many of the newest as there is room for. Thread-safe. */
final class ResultShelf {
    private static final long MOST_BYTES = 64L << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Kept> results = new LinkedHashMap<>(); // guarded by lock, as the next
    private long bytes;

    private record Kept(CallToolResult result, long bytes) {}

    void put(String call, CallToolResult result, long size) {
        lock.lock();
        try {
            results.put(call, new Kept(result, size));
            bytes += size;
            var each = results.values().iterator();
            // The newest stays, however large it is: somebody waits for it.
            while (bytes > MOST_BYTES && results.size() > 1 && each.hasNext()) {
                bytes -= each.next().bytes;
                each.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    Optional<CallToolResult> find(String call) {
        lock.lock();
        try {
            return Optional.ofNullable(results.get(call)).map(Kept::result);
        } finally {
            lock.unlock();
        }
    }
}
