package dev.fairlead.host.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The secrets of connections, which come anew with each of them. A redactor has to know those of the present ones, and
 * for some minutes those before, which may still stand in a late line; more would only cost memory. Thread-safe.
 */
public final class SecretHolds {
    private static final Duration LATE = Duration.ofMinutes(5);
    private static final int MOST_LATE = 32;
    private static final int MOST_LATE_CHARACTERS = 256 << 10; // A server chooses how long its tokens are.

    private final Redactor redactor;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Former> former = new ArrayDeque<>(); // guarded by lock; oldest first
    private int formerCharacters; // guarded by lock

    private record Held(Redactor.Hold hold, int characters) {}

    private record Former(Held held, long since) {}

    /** Has a redactor hide them. */
    public SecretHolds(Redactor redactor) {
        this(redactor, System::nanoTime);
    }

    SecretHolds(Redactor redactor, LongSupplier nanoTime) {
        this.redactor = redactor;
        this.nanoTime = nanoTime;
    }

    /** Returns who keeps the secrets of the connections to one server. */
    public Holder holder() {
        return new Holder();
    }

    /** To be called with the lock. */
    private void retire(Held held) {
        former.add(new Former(held, nanoTime.getAsLong()));
        formerCharacters += held.characters();
    }

    /** To be called with the lock. */
    private void letGo() {
        long now = nanoTime.getAsLong();
        while (!former.isEmpty() && (tooMany() || now - former.getFirst().since() > LATE.toNanos())) {
            var held = former.removeFirst().held();
            formerCharacters -= held.characters();
            held.hold().close();
        }
    }

    /** To be called with the lock. */
    private boolean tooMany() {
        return former.size() > MOST_LATE || formerCharacters > MOST_LATE_CHARACTERS;
    }

    /** The secrets of the connections to one server. */
    public final class Holder implements AutoCloseable {
        private final Map<Integer, Held> present = new HashMap<>(); // guarded by lock

        private Holder() {}

        /** Has the secrets of a connection hidden, in place of those of the one before it on the same lane. */
        public void hold(int lane, Collection<String> secrets) {
            int characters = secrets.stream().mapToInt(String::length).sum();
            var fresh = new Held(redactor.hold(secrets), characters); // First: what stays the same costs nothing then.
            lock.lock();
            try {
                var before = present.put(lane, fresh);
                if (before != null) {
                    retire(before);
                }
                letGo();
            } finally {
                lock.unlock();
            }
        }

        /** Notes that the connections are over. */
        @Override
        public void close() {
            lock.lock();
            try {
                present.values().forEach(SecretHolds.this::retire);
                present.clear();
                letGo();
            } finally {
                lock.unlock();
            }
        }
    }
}
