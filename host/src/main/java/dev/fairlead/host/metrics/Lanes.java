package dev.fairlead.host.metrics;

import dev.fairlead.host.event.HostEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Where the processes and sessions of all servers stand, as far as events tell it. Thread-safe. */
final class Lanes {
    private record Key(String server, int lane) {}

    private record Lane(String state, Instant since, boolean everReady) {
        boolean ready() {
            return state.equals("ready");
        }
    }

    /**
     * What a change of state meant.
     *
     * @param restarted whether a lane that had been ready before is ready again
     * @param session how long it was ready, if it was until now
     */
    record Change(boolean restarted, Optional<Duration> session) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Lane> lanes = new HashMap<>(); // guarded by lock

    Change moved(HostEvent.StateChanged event, String state) {
        var key = new Key(event.server(), event.lane());
        lock.lock();
        try {
            var before = lanes.get(key);
            boolean ready = state.equals("ready");
            boolean everReady = before != null && before.everReady();
            boolean wasReady = before != null && before.ready();
            if (before == null || !before.state().equals(state)) {
                lanes.put(key, new Lane(state, event.at(), everReady || ready));
            }
            return new Change(
                    ready && everReady && !wasReady,
                    before != null && wasReady && !ready
                            ? Optional.of(Duration.between(before.since(), event.at()))
                            : Optional.empty());
        } finally {
            lock.unlock();
        }
    }

    void forget(String server) {
        lock.lock();
        try {
            lanes.keySet().removeIf(key -> key.server().equals(server));
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many lanes of a server are in a state. */
    long count(String server, String state) {
        lock.lock();
        try {
            return lanes.entrySet().stream()
                    .filter(lane -> lane.getKey().server().equals(server)
                            && lane.getValue().state().equals(state))
                    .count();
        } finally {
            lock.unlock();
        }
    }
}
