package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The wall that a call met at a server which lets others pass: somebody may log in because of it although no connection
 * waits for that, and only it says which scopes were missing. Thread-safe.
 */
final class MetWall {
    private final DemandedLogins logins;
    private final AtomicReference<@Nullable AuthorizationRequiredException> last = new AtomicReference<>();

    /** Begins with none. */
    MetWall(DemandedLogins logins) {
        this.logins = logins;
    }

    /** Tells whether whoever logs in because of one is asked for all that another one asks for. */
    private static boolean covers(AuthorizationRequiredException one, AuthorizationRequiredException other) {
        return one.pending().scopes().containsAll(other.pending().scopes());
    }

    /** Notes how a call failed, if that was because of a wall. */
    void note(McpException failure) {
        if (failure instanceof AuthorizationRequiredException wall) {
            var ignored = last.updateAndGet(before -> asksForMore(before, wall) ? before : wall);
        }
    }

    /** Notes that somebody has logged in. */
    void forget() {
        last.set(null);
    }

    /** Forgets a wall with whose login nobody gets any further; one of which that cannot be said in time is kept. */
    void forgetUnlessOpen(Deadline patience) {
        var met = last.get();
        if (met != null && !logins.open(met, patience)) {
            var ignored = last.compareAndSet(met, null); // Unless another one was met meanwhile.
        }
    }

    /**
     * Returns what somebody needs to log in.
     *
     * @param awaited what a connection waits for; null if for nothing. Whoever logs in for more serves it, too
     */
    Optional<AuthorizationRequiredException> orElse(@Nullable AuthorizationRequiredException awaited) {
        var met = last.get();
        return met != null && (awaited == null || isMore(met, awaited))
                ? Optional.of(met)
                : Optional.ofNullable(awaited);
    }

    /** Tells whether one that was met before asks for more, of which the newer one need not know. */
    private boolean asksForMore(@Nullable AuthorizationRequiredException before, AuthorizationRequiredException met) {
        return before != null && logins.fresh(before) && isMore(before, met);
    }

    private static boolean isMore(AuthorizationRequiredException one, AuthorizationRequiredException other) {
        return covers(one, other) && !covers(other, one);
    }
}
