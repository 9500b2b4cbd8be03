package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.Weight;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Mailbox;
import dev.fairlead.wire.WireSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The messages that nobody waits for an answer to, each on a thread of its own. */
final class Posts {
    // More than a client ever has to say at once; a server that accepts none of them must not cost memory without end.
    private static final int MAX_UNDER_WAY = 256;
    private static final int MAX_BYTES = 32 << 20;
    // However large one is, there is room for another.
    private static final int MOST_OF_ONE = MAX_BYTES / 2;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final HttpWire wire;
    private final Semaphore room = new Semaphore(MAX_UNDER_WAY);
    private final Semaphore bytes = new Semaphore(MAX_BYTES);
    private final Set<Posting> underWay = ConcurrentHashMap.newKeySet();

    Posts(HttpWire wire) {
        this.wire = wire;
    }

    /** Sends a message without waiting. */
    void post(Message message, Headers headers) {
        int size = (int) Math.min(Weight.of(message), MOST_OF_ONE);
        if (!mayBegin(size)) {
            wire.report(Violation.Kind.FLOOD, "the server accepts no more messages; one was dropped");
            return;
        }
        var posting = new Posting(wire, message, headers, wire.session(), Deadline.after(PATIENCE));
        var attempted = attempted(message);
        underWay.add(posting);
        start(posting, () -> {
            try {
                send(posting);
            } catch (Failed refused) {
                wire.report(
                        Violation.ofMessage(refused.breakage().during(attempted, wire.server(), posting.maybeSeen())));
            } finally {
                underWay.remove(posting);
                bytes.release(size);
                room.release();
            }
        });
    }

    private boolean mayBegin(int size) {
        boolean counted = room.tryAcquire();
        boolean fits = counted && bytes.tryAcquire(size);
        if (counted && !fits) {
            room.release();
        }
        return fits;
    }

    /** Sends a message and waits until the server has taken it. */
    void deliver(Message message, Deadline deadline) throws InterruptedException, TimeoutException {
        var posting = new Posting(wire, message, Headers.NONE, wire.session(), deadline);
        var done = new Mailbox(1, news -> Optional.empty());
        underWay.add(posting);
        start(posting, () -> {
            try {
                send(posting);
                done.end();
            } catch (Failed refused) {
                done.breakOff(refused.breakage());
            } catch (RuntimeException | Error defect) {
                done.breakOff(Breakage.lost("sending failed: " + defect, defect));
            } finally {
                underWay.remove(posting);
            }
        });
        boolean taken = false;
        try {
            var outcome = done.take(deadline);
            var reason = outcome.map(Mailbox.Delivery::breakage).orElse(null);
            if (reason != null) {
                throw reason.during(attempted(message), wire.server(), posting.maybeSeen());
            }
            taken = true;
        } finally {
            if (!taken) {
                posting.cancel();
            }
        }
    }

    /** Sends a message, on a thread of its own, and gives up when nobody takes it. */
    private void start(Posting posting, Runnable work) {
        var name = "fairlead-" + wire.server() + "-post";
        var sender = Thread.ofVirtual().name(name).start(work);
        Thread.ofVirtual().name(name).start(() -> {
            try {
                if (!sender.join(PATIENCE)) {
                    posting.cancel();
                }
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
        });
    }

    /** Sends a message; reads to the end of its answer, if it has one, as breaking off would take it back. */
    private static void send(Posting posting) throws Failed {
        var answered = new AtomicBoolean();
        posting.run(message -> answered.compareAndSet(false, message instanceof Response), answered::get);
    }

    private static String attempted(Message message) {
        return switch (message) {
            case Notification notification -> notification.method();
            case Request request -> request.method();
            default -> "answering";
        };
    }

    /** Gives the last messages, cancellations for instance, a chance to arrive. */
    void say() {
        try {
            if (room.tryAcquire(MAX_UNDER_WAY, LAST_WORDS.toNanos(), TimeUnit.NANOSECONDS)) {
                room.release(MAX_UNDER_WAY);
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells the server that a session is over; a server that does not want to know forgets it by itself. */
    void end(WireSession session) {
        var sending = new Sending(wire.endpoint(), Deadline.after(FAREWELL));
        var farewell = Thread.ofVirtual()
                .name("fairlead-" + wire.server() + "-end")
                .start(() -> {
                    try {
                        sending.delete(session.headers()).close();
                    } catch (IOException gone) {
                        return; // Whoever cannot be reached has nothing to forget.
                    }
                });
        try {
            if (!farewell.join(FAREWELL)) {
                sending.cancel();
            }
        } catch (InterruptedException hurry) {
            sending.cancel();
            Thread.currentThread().interrupt();
        }
    }

    /** Tells the server that a session is over, without waiting. */
    void forget(WireSession session) {
        Thread.ofVirtual().name("fairlead-" + wire.server() + "-end").start(() -> end(session));
    }

    /** Gives up what is still under way. */
    void close() {
        underWay.forEach(Posting::cancel);
    }
}
