package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What was agreed with a legacy server, and how to agree on it again after the server has forgotten it. */
final class LegacySession {
    private static final Duration RENEWAL = Duration.ofSeconds(30);

    // A call made again should find what was subscribed to, but a server that is slow about it must not keep it.
    private static final Duration RESTORED_SOON = Duration.ofSeconds(2);

    private final Wire wire;
    private final PeerTerms terms;
    private final Reopening reopening;
    private final Runnable leaving;
    // Written under while another session is opened; read under while a request is sent, which must be in a session.
    // Nobody
    // who has it takes it again, which it does not allow.
    private final StampedLock changing = new StampedLock();
    private final AtomicLong generation = new AtomicLong();
    private volatile ServerProfile server;
    private volatile boolean badRequestsMeanIt = true;
    private volatile boolean missing; // written under changing
    private final ReentrantLock joining = new ReentrantLock();
    private @Nullable Renewal underWay; // guarded by joining

    /**
     * Begins with a session that was just agreed.
     *
     * @param leaving what to do before it, or a later one, is left for another
     */
    LegacySession(Wire wire, PeerTerms terms, Reopening reopening, Runnable leaving, ServerProfile server) {
        this.wire = wire;
        this.terms = terms;
        this.reopening = reopening;
        this.leaving = leaving;
        this.server = server;
    }

    ServerProfile server() {
        return server;
    }

    /** Returns the number of the present session, to be shown when it proves lost. */
    long generation() {
        return generation.get();
    }

    /** Tells whether the last session is lost and the attempt to open another one failed. */
    boolean missing() {
        return missing;
    }

    /**
     * Sends a request within a session, and not between two.
     *
     * @param entering hears the number of that session before the request is sent, and may refuse
     */
    Exchange exchange(Request request, Headers headers, Deadline deadline, LongConsumer entering)
            throws InterruptedException, TimeoutException {
        long stamp = changing.tryReadLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        if (stamp == 0) {
            throw new TimeoutException();
        }
        try {
            if (missing) {
                throw new ConnectionLostException(
                        request.method(), terms.server(), "there is no session at present", false, null);
            }
            entering.accept(generation.get());
            return wire.converse(request, headers, deadline);
        } finally {
            changing.unlockRead(stamp);
        }
    }

    /**
     * Tells whether a call failed only because the server has forgotten the session.
     *
     * @param present the number of the session that the call was meant for
     */
    boolean lost(McpException failure, long present) {
        boolean gone = missing || present != generation.get();
        boolean unsent = gone && failure instanceof ConnectionLostException && !failure.maybeExecuted();
        return unsent || (wire.sessions().lost(failure) && (badRequestsMeanIt || !badRequest(failure)));
    }

    /** Notes a failure of a call: a server that went away may come back as another one. */
    void heardOf(McpException failure) {
        if (failure instanceof ConnectionLostException || failure instanceof UnavailableException) {
            badRequestsMeanIt = true;
        }
    }

    /** Notes that a call which was repeated in a new session failed as it did before. */
    void inVain(HttpStatusException failure) {
        if (badRequest(failure)) {
            badRequestsMeanIt = false; // This server does not speak of sessions then.
        }
    }

    /**
     * Sees to it that there is another session than the lost one. However many calls want that at once, one attempt is
     * made, on a thread of its own: a call that has little time left must not leave half a session behind.
     *
     * @param lost the number of the session that is lost
     * @param restore brings back what the server has forgotten
     */
    void renew(long lost, String attempted, CallScope scope, Runnable restore) {
        var patience = Deadline.after(scope.limits().start()).orEarlier(scope.total());
        try {
            var renewal = renewal(lost, restore);
            if (!renewal.await(patience)) {
                throw new CallTimeoutException(
                        attempted,
                        terms.server(),
                        "it has forgotten the session, and opening another took too long",
                        scope.elapsed(),
                        null,
                        false);
            }
            if (renewal.failure() != null) {
                throw failed(attempted, renewal.failure());
            }
            renewal.awaitRestored(Deadline.after(RESTORED_SOON).orEarlier(scope.total()));
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(attempted, terms.server(), false);
        }
    }

    /** Tells each of those who waited for an attempt that it failed; nothing of theirs was carried out. */
    private McpException failed(String attempted, McpException why) {
        return switch (why) {
            case AuthorizationException wall -> wall.attempting(attempted);
            case ClientClosedException closed -> new ClientClosedException(attempted, terms.server(), false);
            default ->
                new UnavailableException(
                        attempted,
                        terms.server(),
                        "the session is gone and another could not be opened (%s)"
                                .formatted(String.valueOf(why.getMessage()).replace("; it was not carried out", "")),
                        why);
        };
    }

    private Renewal renewal(long lost, Runnable restore) {
        joining.lock();
        try {
            if (lost != generation.get()) {
                return Renewal.DONE;
            }
            var present = underWay;
            if (present == null) {
                present = new Renewal();
                underWay = present;
                var started = present;
                Thread.ofVirtual()
                        .name("fairlead-" + terms.server() + "-session")
                        .start(() -> renew(started, restore));
            }
            return present;
        } finally {
            joining.unlock();
        }
    }

    private void renew(Renewal renewal, Runnable restore) {
        var failure = attempt();
        over(renewal, failure);
        try {
            if (failure == null) {
                restore.run();
            }
        } finally {
            renewal.restored();
        }
    }

    private @Nullable McpException attempt() {
        long stamp = changing.writeLock();
        try {
            openPerhapsTwice(Deadline.after(RENEWAL));
            return null;
        } catch (McpException failed) {
            return failed;
        } catch (TimeoutException slow) {
            return new ConnectTimeoutException(
                    terms.server(), RENEWAL, "has forgotten the session and does not open another", null);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        } catch (RuntimeException | Error defect) {
            return new ConnectionLostException("initialize", terms.server(), "a defect: " + defect, false, defect);
        } finally {
            changing.unlockWrite(stamp);
        }
    }

    private void over(Renewal renewal, @Nullable McpException failure) {
        joining.lock();
        try {
            underWay = null;
        } finally {
            joining.unlock();
        }
        renewal.end(failure);
    }

    /** Opens a session; once more if the first attempt got lost on the way, as nobody minds a session too many. */
    private void openPerhapsTwice(Deadline patience) throws InterruptedException, TimeoutException {
        try {
            open(patience);
        } catch (ConnectionLostException lost) {
            open(patience);
        }
    }

    private void open(Deadline patience) throws InterruptedException, TimeoutException {
        missing = true;
        leaving.run();
        wire.sessions().renew(patience);
        leaving.run(); // Once more, for what was said until now; from now on the line takes in nothing of the last one.
        server = reopening.reopen(server, patience);
        missing = false;
        // Whoever forgets us may have changed in any way. Whoever knows the new number must know that already.
        terms.diary().event(new ServerEvent.ToolsChanged());
        terms.diary().event(new ServerEvent.PromptsChanged());
        terms.diary().event(new ServerEvent.ResourcesChanged());
        generation.incrementAndGet();
    }

    private static boolean badRequest(McpException failure) {
        return failure instanceof HttpStatusException rejected && rejected.status() == 400;
    }

    /** One attempt to open another session, and those who wait for it. */
    private static final class Renewal {
        static final Renewal DONE = new Renewal();

        static {
            DONE.end(null);
            DONE.restored();
        }

        private final CountDownLatch ended = new CountDownLatch(1);
        private final CountDownLatch restored = new CountDownLatch(1);
        private volatile @Nullable McpException failure;

        void end(@Nullable McpException why) {
            failure = why;
            ended.countDown();
        }

        @Nullable
        McpException failure() {
            return failure;
        }

        /** Waits for the attempt. Returns whether it is over. */
        boolean await(Deadline patience) throws InterruptedException {
            return ended.await(patience.remainingNanos(), TimeUnit.NANOSECONDS);
        }

        void restored() {
            restored.countDown();
        }

        /** Waits for the server to be told what it has forgotten, but for no longer than that is worth. */
        void awaitRestored(Deadline patience) throws InterruptedException {
            boolean ignored = restored.await(patience.remainingNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
