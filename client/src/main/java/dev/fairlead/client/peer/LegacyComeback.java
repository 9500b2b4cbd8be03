package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Opens another session for those who only listen, and so would never notice that the server has forgotten them. */
final class LegacyComeback {
    private static final Limits ATTEMPT = Limits.within(Duration.ofSeconds(20));
    private static final int MAX_ATTEMPTS = 10;

    private final LegacyPeer peer;
    private final PeerTerms terms;
    private final LegacySubscriptions listeners;
    private final AtomicBoolean underWay = new AtomicBoolean();

    LegacyComeback(LegacyPeer peer, PeerTerms terms, LegacySubscriptions listeners) {
        this.peer = peer;
        this.terms = terms;
        this.listeners = listeners;
    }

    /** Begins to try, on a thread of its own, unless nobody would hear of it. */
    void begin() {
        long lost = peer.session();
        if (listeners.any() && underWay.compareAndSet(false, true)) {
            Thread.ofVirtual().name("fairlead-" + terms.server() + "-comeback").start(() -> {
                try {
                    replace(lost);
                } finally {
                    underWay.set(false);
                }
            });
        }
    }

    private void replace(long lost) {
        var backoff = new Backoff(Backoff.LONGEST);
        while (listeners.any()) {
            try {
                terms.closing().pause(Deadline.after(backoff.next()));
                peer.renew(lost, CallScope.within(ATTEMPT));
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
