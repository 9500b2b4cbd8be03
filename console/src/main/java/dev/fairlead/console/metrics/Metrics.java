package dev.fairlead.console.metrics;

import dev.fairlead.console.call.Call;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.Paced;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    private static final int MOST_UNMEASURED = 1_000;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Broadcast broadcast;
    private final Paced paced = new Paced(PAUSE);
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Sample> samples = new ArrayDeque<>(); // guarded by lock, as the next

    private final Map<String, Sample> unmeasured =
            new LinkedHashMap<>(); // by call, until its time on the wire is known

    /** A call that is over. Guarded by the lock. */
    private static final class Sample {
        private final long at;
        private final String server;
        private final Call.State state;
        private volatile double millis;

        Sample(long at, String server, Call.State state, double millis) {
            this.at = at;
            this.server = server;
            this.state = state;
            this.millis = millis;
        }

        /** Tells whether a server answered, or failed to; people's own decisions say nothing of servers. */
        boolean counts() {
            return state != Call.State.DENIED && state != Call.State.CANCELLED;
        }

        boolean error() {
            return counts() && state != Call.State.SUCCESS;
        }
    }

    /** Begins to count. */
    public Metrics(Broadcast broadcast, InstantSource clock) {
        this.broadcast = broadcast;
        this.clock = clock;
    }

    /** Counts a call that is over. */
    public void count(Call call) {
        if (call.wish().serverId().isEmpty()) {
            return;
        }
        lock.lock();
        try {
            var sample = new Sample(clock.millis(), call.wish().serverId(), call.state(), call.latencyMs());
            samples.add(sample);
            unmeasured.put(call.id(), sample);
            if (unmeasured.size() > MOST_UNMEASURED) {
                unmeasured.remove(unmeasured.keySet().iterator().next());
            }
            forget();
        } finally {
            lock.unlock();
        }
        tell();
    }

    private void tell() {
        paced.tell("metrics", () -> broadcast.tell("metrics", Json.object()));
    }

    /** Corrects how long a call took, of which it became known how long it was on the wire. */
    public void measured(Call call) {
        lock.lock();
        try {
            var sample = unmeasured.get(call.id());
            if (sample == null) {
                return;
            }
            sample.millis = call.latencyMs();
        } finally {
            lock.unlock();
        }
        tell();
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
            counts(one, all);
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
                counts(point, some);
                percentiles(point, some);
            });
        });
        return json;
    }

    private static void counts(ObjectNode json, List<Sample> samples) {
        json.put("calls", samples.stream().filter(Sample::counts).count())
                .put("errors", samples.stream().filter(Sample::error).count())
                .put("cancelled", of(samples, Call.State.CANCELLED))
                .put("denied", of(samples, Call.State.DENIED));
    }

    private static long of(List<Sample> samples, Call.State state) {
        return samples.stream().filter(sample -> sample.state == state).count();
    }

    private static void percentiles(ObjectNode json, List<Sample> samples) {
        var sorted = samples.stream()
                .filter(Sample::counts)
                .mapToDouble(sample -> sample.millis)
                .sorted()
                .toArray();
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
