package dev.fairlead.console.traffic;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.traffic.Ear.Heard;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.recording.Tap;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.host.recording.TrafficWatch;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.HttpWatcher;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What went over the wires, newest last, without secrets and as far back as there is room. Thread-safe. */
public final class TrafficLog implements TrafficWatch, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TrafficLog.class.getName());
    private static final int MOST_ROWS = 10_000;
    private static final long MOST_BYTES = 64L << 20;
    private static final int EXPORTED_AT_ONCE = 50;
    private static final int BATCH = 400;
    private static final long PAUSE_MILLIS = 50;

    private final Broadcast broadcast;
    private final CallThreads calls;
    private final Ear ear = new Ear();
    private final long most;
    private final AtomicLong lines = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final RowWriter writer;
    private final Thread thread;

    // Guarded by lock.
    private final Map<Long, Row> rows = new LinkedHashMap<>();
    private final Set<Row> changed = new LinkedHashSet<>();
    private long bytes;
    private long lastId;
    private long missedTold;

    /** Begins; {@code listener} hears what becomes of what calls send. */
    public TrafficLog(Redactor redactor, Broadcast broadcast, CallThreads calls, TrafficListener listener) {
        this(redactor, broadcast, calls, listener, MOST_BYTES);
    }

    TrafficLog(Redactor redactor, Broadcast broadcast, CallThreads calls, TrafficListener listener, long most) {
        this.most = most;
        this.broadcast = broadcast;
        this.calls = calls;
        this.writer = new RowWriter(this, redactor, listener);
        this.thread = Thread.ofVirtual().name("fairlead-console-traffic").start(this::work);
    }

    @Override
    public Tap tap(String server) {
        long line = lines.incrementAndGet();
        var id = ServerIds.of(server);
        return traffic -> ear.hear(new Heard.OnLine(
                id,
                line,
                traffic,
                System.nanoTime(),
                traffic instanceof Traffic.Sent ? calls.current().orElse(null) : null,
                false));
    }

    @Override
    public HttpWatcher http(String server) {
        var id = ServerIds.of(server);
        return http -> ear.hear(new Heard.OnHttp(id, http));
    }

    /** Takes note of a line that a server wrote to its standard error. */
    public void output(String server, long at, String line) {
        ear.hear(new Heard.Output(ServerIds.of(server), at, line));
    }

    /** Takes note of a message between an interface of a server and this console. */
    public void app(String server, String method, @Nullable String call, ObjectNode message) {
        lock.lock();
        try {
            var row = add(
                    "app", server, "notification", method, null, call, System.currentTimeMillis(), System.nanoTime());
            writer.app(row, message);
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            while (true) {
                long began = System.nanoTime();
                for (var item : ear.take(1_000)) {
                    lock.lock();
                    try {
                        writer.write(item.heard());
                    } catch (RuntimeException | StackOverflowError defect) {
                        LOG.log(Level.ERROR, "Something that was heard on a wire could not be understood", defect);
                    } finally {
                        lock.unlock();
                        ear.done(item);
                    }
                }
                tell();
                // No page needs more than twenty batches in a second.
                long left = PAUSE_MILLIS - (System.nanoTime() - began) / 1_000_000;
                if (left > 0) {
                    Deadline.after(Duration.ofMillis(left)).await();
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell() {
        while (true) {
            var json = Json.object();
            var list = json.putArray("rows");
            lock.lock();
            try {
                for (Iterator<Row> each = changed.iterator(); each.hasNext() && list.size() < BATCH; each.remove()) {
                    list.add(each.next().toJson());
                }
                long missed = ear.missed();
                if (list.isEmpty() && missed == missedTold) {
                    return;
                }
                missedTold = missed;
                // Under the lock: nothing of what somebody clears may be told after that.
                broadcast.tell("traffic", json.put("missed", missed));
            } finally {
                lock.unlock();
            }
        }
    }

    /** Adds a row; the lock is held. */
    Row add(
            String direction,
            String server,
            String kind,
            String method,
            @Nullable String rpcId,
            @Nullable String call,
            long at,
            long nanos) {
        var row = new Row(++lastId, at, server, direction, kind, method, rpcId, call, nanos);
        rows.put(row.id, row);
        changed.add(row);
        while (rows.size() > MOST_ROWS) {
            var oldest = rows.values().iterator().next();
            rows.remove(oldest.id);
            changed.remove(oldest);
            bytes -= oldest.weight();
            oldest.drop(); // It may still wait for its answer.
        }
        bytes += row.weight();
        return row;
    }

    /** Changes a row; the lock is held. */
    void change(Row row, Runnable change) {
        long before = row.weight();
        change.run();
        if (!rows.containsKey(row.id)) {
            row.drop();
            return;
        }
        bytes += row.weight() - before;
        changed.add(row);
        for (var each = rows.values().iterator(); bytes > most && each.hasNext(); ) {
            var oldest = each.next();
            bytes -= oldest.weight();
            oldest.drop();
            bytes += oldest.weight();
        }
    }

    /** Returns rows before another one, newest first. */
    public ObjectNode page(long before, int limit) {
        lock.lock();
        try {
            var all = new ArrayList<>(rows.values());
            var json = Json.object();
            var list = json.putArray("rows");
            for (var row : all.reversed()) {
                if (row.id < before && list.size() < limit) {
                    list.add(row.toJson());
                }
            }
            json.put("total", all.size());
            json.put("oldest", all.isEmpty() ? null : Long.toString(all.getFirst().id));
            return json.put("missed", ear.missed());
        } finally {
            lock.unlock();
        }
    }

    /** Returns all that is known of a row. */
    public Optional<ObjectNode> detail(long id) {
        lock.lock();
        try {
            return Optional.ofNullable(rows.get(id)).map(Row::detail);
        } finally {
            lock.unlock();
        }
    }

    /** Returns about how much memory all rows take. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Shows all that is known of all rows, of one server or of every one, oldest first, a few at a time. */
    public void each(Optional<String> server, Reader reader) throws IOException {
        long last;
        lock.lock();
        try {
            last = lastId;
        } finally {
            lock.unlock();
        }
        long after = 0;
        while (true) {
            var some = some(server, after, last);
            if (some.isEmpty()) {
                return;
            }
            for (var detail : some) {
                reader.read(detail);
            }
            after = some.getLast().path("row").path("id").asLong(last);
        }
    }

    /** Reads what is known of rows. */
    @FunctionalInterface
    public interface Reader {
        /** Reads what is known of one. */
        void read(ObjectNode detail) throws IOException;
    }

    private List<ObjectNode> some(Optional<String> server, long after, long last) {
        lock.lock();
        try {
            return rows.values().stream()
                    .filter(row -> row.id > after && row.id <= last)
                    .filter(row -> server.isEmpty() || server.get().equals(row.server))
                    .limit(EXPORTED_AT_ONCE)
                    .map(Row::detail)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything. */
    public void clear() {
        lock.lock();
        try {
            rows.clear();
            changed.clear();
            bytes = 0;
            writer.forget();
            broadcast.tell("traffic-cleared", Json.object());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
