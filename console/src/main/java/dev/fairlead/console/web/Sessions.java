package dev.fairlead.console.web;

import dev.fairlead.console.event.Sha256;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.keep.NotKeptException;
import dev.fairlead.protocol.rpc.Json;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The browsers that were let in, each known by a secret of its own. They outlast the program, so that a page that is open
 * finds back, but not a month in which they are not used. Only hashes are kept. Thread-safe.
 */
final class Sessions {
    private static final System.Logger LOG = System.getLogger(Sessions.class.getName());
    private static final String NAME = "sessions";
    private static final Duration UNUSED = Duration.ofDays(30);
    private static final Duration NOTED = Duration.ofHours(1); // how old the note of the last use may be
    private static final int MOST = 50;

    private final Keep keep;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Long> used = new HashMap<>(); // when last, by the hash of the secret; guarded by lock

    Sessions(Keep keep, InstantSource clock) {
        this.keep = keep;
        this.clock = clock;
        keep.read(NAME)
                .ifPresent(kept -> kept.properties()
                        .forEach(one -> used.put(one.getKey(), one.getValue().asLong(0))));
        used.values().removeIf(this::isOld);
    }

    /** Lets one more browser in, and returns the secret for it. */
    String open() {
        var secret = Access.secret();
        lock.lock();
        try {
            used.values().removeIf(this::isOld);
            while (used.size() >= MOST) {
                used.entrySet().stream()
                        .min(Comparator.comparingLong(Map.Entry::getValue))
                        .map(Map.Entry::getKey)
                        .ifPresent(used::remove);
            }
            used.put(Sha256.hex(secret), clock.millis());
            save();
        } finally {
            lock.unlock();
        }
        return secret;
    }

    /** Tells whether a secret is that of a browser that was let in; this counts as its last use. */
    boolean knows(String secret) {
        var hash = Sha256.hex(secret);
        lock.lock();
        try {
            var last = used.get(hash);
            if (last == null) {
                return false;
            }
            if (isOld(last)) {
                used.remove(hash);
                save();
                return false;
            }
            if (clock.millis() - last > NOTED.toMillis()) {
                used.put(hash, clock.millis());
                save();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isOld(long last) {
        return clock.millis() - last > UNUSED.toMillis();
    }

    private void save() {
        var json = Json.object();
        used.forEach(json::put);
        try {
            keep.write(NAME, json);
        } catch (NotKeptException failure) {
            // It holds for as long as this program runs.
            LOG.log(Level.WARNING, "Who was let in could not be kept", failure);
        }
    }
}
