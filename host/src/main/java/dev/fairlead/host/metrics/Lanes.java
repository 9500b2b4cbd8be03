package dev.fairlead.host.metrics;

import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.StateNames;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Where the processes and sessions of all servers stand, as far as events tell it. Thread-safe. */
final class Lanes {
    private record Key(String server, int lane, @Nullable String person) {}

    private record Lane(String state, Instant since, boolean everReady) {
        boolean ready() {
            return state.equals(StateNames.READY);
        }

        boolean stopped() {
            return state.equals(StateNames.STOPPED);
        }

        Lane over() {
            return new Lane("", since, everReady);
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

    /**
     * Notes a change of state.
     *
     * @param person whose lane it is; null for one that everybody shares
     */
    Change moved(HostEvent.StateChanged event, String state, @Nullable String person) {
        var key = new Key(event.server(), event.lane(), person);
        lock.lock();
        try {
            var before = lanes.get(key);
            boolean ready = state.equals(StateNames.READY);
            boolean everReady = before != null && before.everReady();
            boolean wasReady = before != null && before.ready();
            if (person != null && state.equals(StateNames.STOPPED)) {
                lanes.remove(key); // People come and go, and what is over with them is not kept.
            } else if (before == null || !before.state().equals(state)) {
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

    /**
     * Notes that another server took the place of one, or the same one with another configuration: a lane that has stopped
     * is over with the one before, and is in no state unless it begins again.
     */
    void replaced(String server) {
        lock.lock();
        try {
            lanes.replaceAll((key, lane) -> key.server().equals(server) && lane.stopped() ? lane.over() : lane);
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
