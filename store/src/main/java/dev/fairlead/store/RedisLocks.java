package dev.fairlead.store;

import dev.fairlead.store.parts.Locks;
import dev.fairlead.store.parts.Versions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Locks that a server forgets unless they are renewed, which a thread does while any are held. */
final class RedisLocks implements Locks {
    private static final int RENEWALS = 4;

    private final RedisAccess server;
    private final RedisNames names;
    private final Duration life;
    private final ReentrantLock state = new ReentrantLock();
    private final Condition ended = state.newCondition();

    /** Guarded by the lock: by which token each is held. */
    private final Map<String, String> held = new HashMap<>();

    /** Guarded by the lock. */
    private boolean renewing;

    /** Makes locks that outlive their holder by so much. */
    RedisLocks(RedisAccess server, RedisNames names, Duration life) {
        this.server = server;
        this.names = names;
        this.life = life;
    }

    @Override
    public boolean tryLock(String name) {
        var token = Versions.next();
        var locked = lock(name, token);
        if (locked) {
            hold(name, token);
        }
        return locked;
    }

    @Override
    public void unlock(String name) {
        var token = forget(name);
        if (token != null) {
            try {
                free(name, token);
            } catch (StoreException failure) {
                Logs.warn(failure);
            }
        }
    }

    /** Gives all locks back. */
    void close() {
        copyOfHeld().keySet().forEach(this::unlock);
    }

    private boolean lock(String name, String token) {
        var values = List.of(RedisScripts.bytes(token), RedisScripts.bytes(Long.toString(life.toMillis())));
        return server.run(Deed.LEASE, RedisScripts.LOCK, List.of(names.lock(name)), values) == 1;
    }

    private void hold(String name, String token) {
        state.lock();
        try {
            held.put(name, token);
            if (!renewing) {
                renewing = true;
                Thread.ofVirtual().name("fairlead-store-leases").start(this::renew);
            }
        } finally {
            state.unlock();
        }
    }

    private @Nullable String forget(String name) {
        state.lock();
        try {
            var token = held.remove(name);
            if (held.isEmpty()) {
                ended.signalAll();
            }
            return token;
        } finally {
            state.unlock();
        }
    }

    private Map<String, String> copyOfHeld() {
        state.lock();
        try {
            return Map.copyOf(held);
        } finally {
            state.unlock();
        }
    }

    private void renew() {
        while (isNextDue()) {
            copyOfHeld().forEach(this::renew);
        }
    }

    /** Waits for the next time; returns false when nothing is held any more. */
    private boolean isNextDue() {
        state.lock();
        try {
            var nanos = life.dividedBy(RENEWALS).toNanos();
            while (nanos > 0 && !held.isEmpty()) {
                nanos = ended.awaitNanos(nanos);
            }
            renewing = !held.isEmpty();
            return renewing;
        } catch (InterruptedException nobodyKnowsThisThread) {
            renewing = false;
            return false;
        } finally {
            state.unlock();
        }
    }

    /** One that was forgotten, as by a server that was started anew, is taken again unless somebody else has it now. */
    private void renew(String name, String token) {
        try {
            var renewed = lock(name, token);
            if (!token.equals(copyOfHeld().get(name))) {
                // It ended while it was renewed.
                free(name, token);
            } else if (!renewed) {
                boolean ignored = forget(name) != null;
                Logs.warn(new StoreException(
                        server + " gave a lease to somebody else, because it was not renewed in time", null));
            }
        } catch (StoreException failure) {
            Logs.warn(failure);
        } catch (IllegalStateException closed) {
            boolean ignored = forget(name) != null;
        }
    }

    private void free(String name, String token) {
        long ignored = server.run(
                Deed.END_LEASE, RedisScripts.UNLOCK, List.of(names.lock(name)), List.of(RedisScripts.bytes(token)));
    }
}
