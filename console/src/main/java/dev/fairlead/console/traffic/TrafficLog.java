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
    private static final long MOST_CHARS = 64L << 20;
    private static final int BATCH = 400;
    private static final long PAUSE_MILLIS = 50;

    private final Broadcast broadcast;
    private final CallThreads calls;
    private final Ear ear = new Ear();
    private final AtomicLong lines = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final RowWriter writer;
    private final Thread thread;

    // Guarded by lock.
    private final Map<Long, Row> rows = new LinkedHashMap<>();
    private final Set<Row> changed = new LinkedHashSet<>();
    private long chars;
    private long lastId;

    /** Begins; {@code listener} hears what becomes of what calls send. */
    public TrafficLog(Redactor redactor, Broadcast broadcast, CallThreads calls, TrafficListener listener) {
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
                traffic instanceof Traffic.Sent ? calls.current().orElse(null) : null));
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
                for (var heard : ear.take(1_000)) {
                    lock.lock();
                    try {
                        writer.write(heard);
                    } catch (RuntimeException | StackOverflowError defect) {
                        LOG.log(Level.ERROR, "Something that was heard on a wire could not be understood", defect);
                    } finally {
                        lock.unlock();
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
            } finally {
                lock.unlock();
            }
            if (list.isEmpty()) {
                return;
            }
            broadcast.tell("traffic", json);
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
            chars -= oldest.weight();
        }
        return row;
    }

    /** Changes a row; the lock is held. */
    void change(Row row, Runnable change) {
        long before = row.weight();
        change.run();
        if (rows.containsKey(row.id)) {
            chars += row.weight() - before;
            changed.add(row);
            for (var each = rows.values().iterator(); chars > MOST_CHARS && each.hasNext(); ) {
                var oldest = each.next();
                chars -= oldest.weight();
                oldest.drop();
                chars += oldest.weight();
            }
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

    /** Returns all that is known of all rows, of one server or of every one, oldest first. */
    public List<ObjectNode> details(Optional<String> server) {
        lock.lock();
        try {
            return rows.values().stream()
                    .filter(row -> server.isEmpty() || server.get().equals(row.server))
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
            chars = 0;
            writer.forget();
        } finally {
            lock.unlock();
        }
        broadcast.tell("traffic-cleared", Json.object());
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
