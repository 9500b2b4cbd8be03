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
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The browsers that were let in at a port, each with a cookie and a key of its own. They outlast the program, so that a page
 * that is open finds back, but not a month in which they are not used, and not a move to another port: who had the old one
 * meanwhile is not known. Of cookies only hashes are kept, so that the file alone lets nobody in. Thread-safe.
 */
final class Sessions {
    private static final System.Logger LOG = System.getLogger(Sessions.class.getName());
    private static final String NAME = "sessions";
    static final Duration UNUSED = Duration.ofDays(30);
    private static final Duration NOTED = Duration.ofHours(1); // how old the note of the last use may be
    private static final int MOST = 50;

    private final Keep keep;
    private final InstantSource clock;
    private final int port;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Session> all = new HashMap<>(); // by id; guarded by lock

    /** A browser that was let in; its id is no secret. */
    record Session(String id, String cookieHash, SessionKey key, long used) {}

    /** A browser that is let in now: its cookie is told this once. */
    record Opened(Session session, String cookie) {
        @Override
        public String toString() {
            return "Opened[hidden]";
        }
    }

    Sessions(Keep keep, InstantSource clock, int port) {
        this.keep = keep;
        this.clock = clock;
        this.port = port;
        var kept = keep.read(NAME).orElseGet(Json::object);
        if (kept.path("port").asInt(0) != port) {
            if (!kept.isEmpty()) {
                save();
            }
            return;
        }
        kept.path("sessions").properties().forEach(one -> {
            var value = one.getValue();
            var session = new Session(
                    one.getKey(),
                    value.path("cookie").asString(""),
                    new SessionKey(value.path("key").asString("")),
                    value.path("used").asLong(0));
            if (!session.cookieHash.isEmpty() && !session.key.text().isEmpty() && !isOld(session)) {
                all.put(session.id, session);
            }
        });
    }

    /** Lets one more browser in, in place of those that it was before. */
    Opened open(Iterable<Session> before) {
        var cookie = Access.secret();
        var session = new Session(Access.secret(), Sha256.hex(cookie), SessionKey.random(), clock.millis());
        lock.lock();
        try {
            before.forEach(one -> all.remove(one.id));
            all.values().removeIf(this::isOld);
            while (all.size() >= MOST) {
                all.values().stream()
                        .min(Comparator.comparingLong(Session::used))
                        .ifPresent(oldest -> all.remove(oldest.id));
            }
            all.put(session.id, session);
            save();
        } finally {
            lock.unlock();
        }
        return new Opened(session, cookie);
    }

    /** Forgets one. */
    void end(String id) {
        lock.lock();
        try {
            if (all.remove(id) != null) {
                save();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the one of this id. */
    Optional<Session> named(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(all.get(id)).filter(one -> !isOld(one));
        } finally {
            lock.unlock();
        }
    }

    /** Returns the one whose cookie this is. */
    Optional<Session> of(String cookie) {
        var hash = Sha256.hex(cookie);
        lock.lock();
        try {
            return all.values().stream()
                    .filter(one -> one.cookieHash.equals(hash) && !isOld(one))
                    .findFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Notes that one is in use. */
    void use(Session session) {
        long now = clock.millis();
        if (now - session.used <= NOTED.toMillis()) {
            return;
        }
        lock.lock();
        try {
            if (all.replace(session.id, session, new Session(session.id, session.cookieHash, session.key, now))) {
                save();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isOld(Session session) {
        return clock.millis() - session.used > UNUSED.toMillis();
    }

    private void save() {
        var json = Json.object().put("port", port);
        var sessions = json.putObject("sessions");
        all.forEach((id, one) -> sessions.putObject(id)
                .put("cookie", one.cookieHash)
                .put("key", one.key.text())
                .put("used", one.used));
        try {
            keep.write(NAME, json);
        } catch (NotKeptException failure) {
            // It holds for as long as this program runs.
            LOG.log(Level.WARNING, "Who was let in could not be kept", failure);
        }
    }
}
