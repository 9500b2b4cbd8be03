package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Opens another session for those who only listen, and so would never notice that the server has forgotten them. */
final class LegacyComeback {
    private static final Limits ATTEMPT = Limits.within(Duration.ofSeconds(20));
    private static final int MAX_ATTEMPTS = 10;

    private final LegacyPeer peer;
    private final PeerTerms terms;
    private final LegacySubscriptions listeners;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final AtomicLong lost = new AtomicLong(-1); // the number of the session that was lost last

    LegacyComeback(LegacyPeer peer, PeerTerms terms, LegacySubscriptions listeners) {
        this.peer = peer;
        this.terms = terms;
        this.listeners = listeners;
    }

    /** Notes that the present session is lost, and begins to try, unless nobody would hear of it. */
    void begin() {
        lost.set(peer.session()); // First: whoever is about to end looks once more.
        tryUnlessUnderWay();
    }

    /** Tells whether a session is known to be lost, whether or not anybody tries to open another. */
    boolean isLost(long session) {
        return lost.get() == session;
    }

    /** Tries on a thread of its own, and once more where the new session was lost meanwhile. */
    private void tryUnlessUnderWay() {
        if (listeners.any() && underWay.compareAndSet(false, true)) {
            Thread.ofVirtual().name("fairlead-" + terms.server() + "-comeback").start(() -> {
                long session = lost.get();
                try {
                    replace(session);
                } finally {
                    underWay.set(false);
                }
                if (lost.get() != session) {
                    tryUnlessUnderWay();
                }
            });
        }
    }

    private void replace(long session) {
        var backoff = new Backoff(Backoff.LONGEST);
        while (listeners.any()) {
            try {
                terms.closing().pause(Deadline.after(backoff.next()));
                peer.renew(session, CallScope.within(ATTEMPT));
                return;
            } catch (ClientClosedException over) {
                return;
            } catch (McpException notYet) {
                if (backoff.failures() >= MAX_ATTEMPTS || terms.closing().over()) {
                    listeners.drop(String.valueOf(notYet.getMessage()));
                    return;
                }
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
        }
    }
}
