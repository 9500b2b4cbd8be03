package dev.fairlead.console.web;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that let in once, and soon. They are remembered after that: one that is shown again came to somebody else, too, and
 * nobody can tell who of the two was let in. Thread-safe.
 */
final class Passes {
    private static final int MOST = 20;

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Pass> all = new ArrayDeque<>(); // the oldest first; guarded by lock

    /** What was given out; guarded by the lock. */
    private static final class Pass {
        private final String token;
        private final long until;
        private final Runnable whenUsed;
        private @Nullable String session;
        private boolean told;

        Pass(String token, long until, Runnable whenUsed) {
            this.token = token;
            this.until = until;
            this.whenUsed = whenUsed;
        }

        @Override
        public String toString() {
            return "Pass[hidden]";
        }
    }

    Passes(InstantSource clock) {
        this.clock = clock;
    }

    /** Makes one up. */
    String issue(Runnable whenUsed) {
        var pass = new Pass(Access.secret(), clock.millis() + Access.BRIEFLY.toMillis(), whenUsed);
        lock.lock();
        try {
            all.add(pass);
            if (all.size() > MOST) {
                all.remove();
            }
        } finally {
            lock.unlock();
        }
        return pass.token;
    }

    /** Tells whether this is one, be it good or used up. */
    boolean isPass(String shown) {
        lock.lock();
        try {
            return find(shown).isPresent();
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether this is one that would let in. */
    boolean isGood(String shown) {
        lock.lock();
        try {
            return find(shown).filter(this::isGood).isPresent();
        } finally {
            lock.unlock();
        }
    }

    /** Uses one up, if it is good, and opens a session for whoever showed it. */
    Optional<Sessions.Opened> use(String shown, Supplier<Sessions.Opened> opening) {
        Pass pass;
        Sessions.Opened opened;
        lock.lock();
        try {
            pass = find(shown).filter(this::isGood).orElse(null);
            if (pass == null) {
                return Optional.empty();
            }
            // Within the lock, so that whoever shows it meanwhile finds what it has opened.
            opened = opening.get();
            pass.session = opened.session().id();
        } finally {
            lock.unlock();
        }
        pass.whenUsed.run();
        return Optional.of(opened);
    }

    /** Returns the session that one has opened which is shown again, and does so once. */
    Optional<String> shownAgain(String shown) {
        lock.lock();
        try {
            var pass = find(shown).orElse(null);
            if (pass == null || pass.session == null || pass.told) {
                return Optional.empty();
            }
            pass.told = true;
            return Optional.of(pass.session);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Pass> find(String shown) {
        return all.stream().filter(pass -> Access.same(shown, pass.token)).findFirst();
    }

    private boolean isGood(Pass pass) {
        return pass.session == null && pass.until >= clock.millis();
    }
}
