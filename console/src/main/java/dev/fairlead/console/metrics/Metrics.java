package dev.fairlead.console.metrics;

import dev.fairlead.console.call.Call;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.protocol.rpc.Json;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/** How servers were called in the last hour, minute by minute. Thread-safe. */
public final class Metrics {
    private static final long MINUTE = 60_000;
    private static final int MINUTES = 60;
    private static final int MOST = 50_000;
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final Broadcast broadcast;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Sample> samples = new ArrayDeque<>(); // guarded by lock, as the next
    private long toldNanos = System.nanoTime() - PAUSE_NANOS;

    private record Sample(long at, String server, double millis, boolean error) {}

    /** Begins to count. */
    public Metrics(Broadcast broadcast, InstantSource clock) {
        this.broadcast = broadcast;
        this.clock = clock;
    }

    /** Counts a call that is over. What somebody denied, or cancelled before it was sent, never was at the server. */
    public void count(Call call) {
        var state = call.state();
        if (state.equals("denied") || call.wish().serverId().isEmpty()) {
            return;
        }
        boolean due;
        lock.lock();
        try {
            samples.add(new Sample(
                    clock.millis(), call.wish().serverId(), Math.max(0, call.tookMs()), !state.equals("success")));
            forget();
            due = System.nanoTime() - toldNanos >= PAUSE_NANOS;
            toldNanos = due ? System.nanoTime() : toldNanos;
        } finally {
            lock.unlock();
        }
        if (due) {
            broadcast.tell("metrics", Json.object());
        }
    }

    /**
     * Returns all of it.
     *
     * @param restarts how often each server had to be started again
     */
    public ObjectNode toJson(Map<String, Integer> restarts) {
        var byServer = new TreeMap<String, List<Sample>>();
        restarts.keySet().forEach(server -> byServer.put(server, new ArrayList<>()));
        lock.lock();
        try {
            forget();
            samples.forEach(one -> byServer.computeIfAbsent(one.server, key -> new ArrayList<>())
                    .add(one));
        } finally {
            lock.unlock();
        }
        var json = Json.object();
        var list = json.putArray("servers");
        byServer.forEach((server, all) -> {
            var one = list.addObject().put("server", server);
            one.put("calls", all.size())
                    .put("errors", all.stream().filter(Sample::error).count());
            one.put("restarts", restarts.getOrDefault(server, 0));
            percentiles(one, all);
            var minutes = one.putArray("perMinute");
            var byMinute = new TreeMap<Long, List<Sample>>();
            long now = clock.millis() / MINUTE;
            for (long minute = now - MINUTES + 1; minute <= now; minute++) {
                byMinute.put(minute, new ArrayList<>());
            }
            all.forEach(sample -> byMinute.computeIfAbsent(sample.at / MINUTE, key -> new ArrayList<>())
                    .add(sample));
            byMinute.forEach((minute, some) -> {
                var point = minutes.addObject().put("at", minute * MINUTE);
                point.put("calls", some.size())
                        .put("errors", some.stream().filter(Sample::error).count());
                percentiles(point, some);
            });
        });
        return json;
    }

    private static void percentiles(ObjectNode json, List<Sample> samples) {
        var sorted = samples.stream().mapToDouble(Sample::millis).sorted().toArray();
        for (int percent : new int[] {50, 95, 99}) {
            if (sorted.length == 0) {
                json.putNull("p" + percent);
            } else {
                int index = Math.min(sorted.length - 1, (int) Math.ceil(percent / 100.0 * sorted.length) - 1);
                json.put("p" + percent, sorted[Math.max(0, index)]);
            }
        }
    }

    private void forget() {
        long oldest = clock.millis() - MINUTES * MINUTE;
        while (!samples.isEmpty() && (samples.peek().at < oldest || samples.size() > MOST)) {
            samples.remove();
        }
    }
}
