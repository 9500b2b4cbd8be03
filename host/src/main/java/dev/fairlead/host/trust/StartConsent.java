package dev.fairlead.host.trust;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Consent to start the servers that files name which the user did not write. It is given to a fingerprint: a text of the
 * caller with all that would be run. Only its hash is kept, as it may tell more than a store should know.
 *
 * <p>A refusal holds whatever the file says later, until it is withdrawn.
 */
public final class StartConsent {
    private static final String KIND = "consent";
    private static final String DENIED = "denied";

    private final Store store;
    private final AuditLog audit;
    private final ReentrantLock deciding = new ReentrantLock(); // so that no denial comes between looking and writing
    private final ConcurrentMap<String, String> session = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Once> once = new ConcurrentHashMap<>();

    /** Consent to one start of something, and how many processes or sessions may still begin by it. */
    private record Once(String hash, int left) {}

    /** What was decided, and the hash of what would be started if that was looked at. */
    private record Found(Consent consent, @Nullable String hash) {}

    /** Keeps what is decided for good in a store and the rest in memory. */
    public StartConsent(Store store, AuditLog audit) {
        this.store = store;
        this.audit = audit;
    }

    /** Whether a server may be started. */
    public enum Consent {
        /** It may. */
        GIVEN,
        /** Nobody decided yet. */
        MISSING,
        /** Something else was agreed to under this name. */
        CHANGED,
        /** Somebody said no. */
        DENIED
    }

    /** Tells whether a server may be started, without using up anything. */
    public Consent look(Path file, String server, String fingerprint) {
        return look(file, server, () -> fingerprint);
    }

    /**
     * Tells whether a server may be started, without using up anything.
     *
     * @param fingerprint is asked only where something was agreed to: it may take long
     */
    public Consent look(Path file, String server, Supplier<String> fingerprint) {
        return consent(key(file, server), fingerprint, false).consent;
    }

    /** Tells whether a server may be started now, and uses up the consent to one start; ask right before each start. */
    public Consent check(Path file, String server, String fingerprint) {
        return check(file, server, () -> fingerprint);
    }

    /**
     * Tells whether a server may be started now, and uses up the consent to one start; ask right before each start.
     *
     * @param fingerprint is asked only where something was agreed to: it may take long
     */
    public Consent check(Path file, String server, Supplier<String> fingerprint) {
        var found = consent(key(file, server), fingerprint, true);
        audit.record(
                found.consent == Consent.GIVEN
                        ? AuditRecord.start(server, found.hash, "of " + file)
                        : AuditRecord.notStarted(server, found.hash, "of " + file + ": " + words(found.consent)));
        return found.consent;
    }

    /**
     * Agrees to start just this.
     *
     * @return false if it is denied, which has to be withdrawn first
     */
    public boolean give(Path file, String server, String fingerprint, Scope scope) {
        return give(file, server, fingerprint, scope, 1);
    }

    /**
     * Agrees to start just this.
     *
     * @param pool how many processes or sessions one start of it begins
     * @return false if it is denied, which has to be withdrawn first
     */
    public boolean give(Path file, String server, String fingerprint, Scope scope, int pool) {
        boolean given = put(key(file, server), hash(fingerprint), scope, pool);
        if (given) {
            audit.record(AuditRecord.consent(server, "start of " + file + " allowed", scope));
        }
        return given;
    }

    /** Refuses to start this server, whatever the file says; for one start that takes back what was agreed to for one. */
    public void deny(Path file, String server, Scope scope) {
        var key = key(file, server);
        once.remove(key);
        if (scope != Scope.ONCE) {
            boolean ignored = put(key, DENIED, scope, 0);
        }
        audit.record(AuditRecord.denied(server, "start of " + file + " denied", scope));
    }

    /** Takes back whatever was decided about this server. */
    public void withdraw(Path file, String server) {
        var key = key(file, server);
        deciding.lock();
        try {
            once.remove(key);
            session.remove(key);
            var entry = store.read(key);
            while (entry.isPresent() && !store.replace(key, entry.get().version(), null)) {
                entry = store.read(key);
            }
        } finally {
            deciding.unlock();
        }
        audit.record(AuditRecord.policy(Subject.of(server), "start of " + file + ": decision withdrawn"));
    }

    private Found consent(String key, Supplier<String> fingerprint, boolean use) {
        var kept = kept(key);
        var now = session.get(key);
        if (DENIED.equals(kept) || DENIED.equals(now)) {
            return new Found(Consent.DENIED, null);
        }
        if (kept == null && now == null && once.get(key) == null) {
            return new Found(Consent.MISSING, null);
        }
        var hash = hash(fingerprint.get());
        return new Found(consent(key, hash, use), hash); // Looked at anew: somebody may have decided meanwhile.
    }

    private Consent consent(String key, String hash, boolean use) {
        var kept = kept(key);
        var now = session.get(key);
        if (DENIED.equals(kept) || DENIED.equals(now)) {
            return Consent.DENIED;
        }
        if (hash.equals(kept) || hash.equals(now)) {
            return Consent.GIVEN;
        }
        var single = once.get(key);
        boolean granted = single != null && single.hash.equals(hash) && (!use || take(key, hash));
        if (granted) {
            return Consent.GIVEN;
        }
        return kept == null && now == null && once.get(key) == null ? Consent.MISSING : Consent.CHANGED;
    }

    private @Nullable String kept(String key) {
        return store.read(key).map(entry -> decode(key, entry.value())).orElse(null);
    }

    /** Uses up one beginning of a process or session. */
    private boolean take(String key, String hash) {
        while (true) {
            var consent = once.get(key);
            if (consent == null || !consent.hash.equals(hash)) {
                return false;
            }
            boolean taken = consent.left > 1
                    ? once.replace(key, consent, new Once(hash, consent.left - 1))
                    : once.remove(key, consent);
            if (taken) {
                return true;
            }
        }
    }

    private boolean put(String key, String decision, Scope scope, int pool) {
        deciding.lock();
        try {
            // Looked at first: what is kept for good would outlast the session that denies it.
            boolean denied = DENIED.equals(session.get(key)) || (scope != Scope.ALWAYS && DENIED.equals(kept(key)));
            if (denied && !decision.equals(DENIED)) {
                return false;
            }
            boolean kept = scope != Scope.ALWAYS || store(key, decision);
            if (kept) {
                switch (scope) {
                    case ONCE -> once.put(key, new Once(decision, pool));
                    case SESSION -> session.put(key, decision);
                    case ALWAYS -> session.remove(key); // The newer decision replaces it.
                }
            }
            return kept;
        } finally {
            deciding.unlock();
        }
    }

    private boolean store(String key, String decision) {
        var json = Canonical.text(Json.object().put("start", decision));
        while (true) {
            var entry = store.read(key);
            if (entry.isPresent() && decode(key, entry.get().value()).equals(DENIED)) {
                return decision.equals(DENIED);
            }
            if (store.replace(key, entry.map(Entry::version).orElse(Entry.ABSENT), json)) {
                return true;
            }
        }
    }

    /** What cannot be understood might be a refusal, and is never taken for nothing. */
    private static String decode(String key, String kept) {
        try {
            var decision = Json.parse(kept).path("start");
            if (decision.isString()) {
                return decision.stringValue();
            }
        } catch (JacksonException unreadable) {
            throw broken(key, unreadable);
        }
        throw broken(key, null);
    }

    private static StoreException broken(String key, @Nullable Throwable cause) {
        return new StoreException(
                "The decision kept under '%s' cannot be understood; withdraw it, and decide again".formatted(key),
                cause);
    }

    /** Quoted first, so that halves of characters count too. */
    private static String hash(String fingerprint) {
        return Canonical.sha256(Canonical.quoted(fingerprint));
    }

    private static String key(Path file, String server) {
        return KIND + "/" + Subject.part(real(file).toString()) + "/" + Subject.part(server);
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException gone) {
            return file.toAbsolutePath().normalize();
        }
    }

    private static String words(Consent consent) {
        return switch (consent) {
            case GIVEN -> "agreed";
            case MISSING -> "nobody agreed";
            case CHANGED -> "something else was agreed to";
            case DENIED -> "denied";
        };
    }
}
