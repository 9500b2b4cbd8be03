package dev.fairlead.wire.http;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.WireListener;
import dev.fairlead.wire.WireSession;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The stream on which a server says what it was not asked, for the length of one session. Reconnects, gently. */
final class EventStream {
    private static final Duration LONG = Duration.ofSeconds(25);
    private static final Duration AUTHORIZATION = Duration.ofSeconds(30);

    private final HttpWire wire;
    private final WireSession session;
    private final WireListener listener;
    private final Backoff backoff = new Backoff(Backoff.LONGEST);
    private final CountDownLatch verdict = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Sending sending;
    private @Nullable String lastEventId;
    private Duration retry = Duration.ZERO;
    private boolean offered;

    EventStream(HttpWire wire, WireSession session, WireListener listener) {
        this.wire = wire;
        this.session = session;
        this.listener = listener;
        this.sending = new Sending(wire.endpoint(), Deadline.never());
    }

    void start() {
        onThread(this::open);
    }

    /** Waits until the server has said whether it offers such a stream, or until that takes too long. */
    void awaitVerdict(Deadline patience) throws InterruptedException {
        boolean ignored = verdict.await(patience.remainingNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends the stream, from any thread, and for good. */
    void stop() {
        stopped.countDown();
        sending.cancel();
    }

    /** Does a step on a thread of its own. The step tells whether another one goes on; otherwise it was the last. */
    private void onThread(BooleanSupplier step) {
        Thread.ofVirtual().name("fairlead-" + wire.server() + "-news").start(() -> {
            boolean goesOn = false;
            try {
                goesOn = step.getAsBoolean();
            } finally {
                if (!goesOn) {
                    wire.listensNoMore(this);
                    verdict.countDown();
                }
            }
        });
    }

    /**
     * Opens the stream. What follows is done on another thread, be it reading or coming back: one that has waited for an answer
     * keeps the room that its stack took up, many times what either takes, for as long as it lives.
     */
    private boolean open() {
        var asked = ask();
        var messages = asked.messages();
        if (messages == null) {
            return asked.again() && comeBackLater();
        }
        boolean handedOver = false;
        try {
            onThread(() -> read(messages));
            handedOver = true;
            return true;
        } finally {
            if (!handedOver) {
                messages.close();
            }
        }
    }

    private boolean comeBackLater() {
        onThread(() -> pause() && open());
        return true;
    }

    /** Waits before coming back. Returns whether that is still wanted. */
    private boolean pause() {
        try {
            return !stopped.await(backoff.next(retry).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    /**
     * What came of asking for the stream. The answer itself, with all that its headers say, is not kept for as long as it lasts.
     *
     * @param messages what is in the stream; null if there is none
     * @param again whether it is worth coming back then
     */
    private record Asked(@Nullable MessageStream messages, boolean again) {}

    private Asked ask() {
        var next = new Sending(wire.endpoint(), Deadline.after(AUTHORIZATION));
        sending = next;
        if (stopped.getCount() == 0) {
            return new Asked(null, false);
        }
        var headers =
                lastEventId == null ? session.headers() : session.headers().with("Last-Event-ID", lastEventId);
        Response response;
        try {
            response = next.listen(headers);
        } catch (IOException broken) {
            // One that redirects elsewhere will do so again; whoever is gone may come back, and somebody may log in.
            boolean passing = !(broken instanceof Failed known) || known.passing() || known.forWantOfAuthorization();
            return new Asked(null, passing);
        } finally {
            verdict.countDown();
        }
        if (response.isSuccessful() && MessageStream.isIn(response)) {
            offered = true;
            return new Asked(new MessageStream(response, wire.endpoint().maxMessageBytes()), true);
        }
        next.discard(response);
        return new Asked(null, refused(response.code()));
    }

    /** Judges a refusal. Returns whether it is worth coming back. */
    private boolean refused(int status) {
        boolean lost = offered && session.named() && (status == 404 || status == 400);
        if (lost && stopped.getCount() > 0) {
            listener.sessionLost();
        }
        boolean later = status >= 500 || status == 408 || status == 429;
        boolean never = lost || status == 401 || status == 403 || status == 405 || status == 501;
        // Servers need not offer this, and say so in many ways; who has offered it may be in trouble now.
        return !never && (later || offered);
    }

    /** Reads the stream to its end, and has another opened, by a thread that does not hold on to what was read. */
    private boolean read(MessageStream stream) {
        long began = System.nanoTime();
        boolean meantIt;
        try (stream) {
            while (stream.next(this::accept)) {
                remember(stream);
            }
            // Whoever keeps it that long means it; something on the way cuts what is idle.
            meantIt = System.nanoTime() - began > LONG.toNanos();
        } catch (IOException broken) {
            meantIt = false; // Whoever is gone may come back.
        } finally {
            remember(stream);
        }
        if (meantIt) {
            backoff.reset();
        }
        return comeBackLater();
    }

    private void remember(MessageStream stream) {
        lastEventId = stream.lastEventId() == null ? lastEventId : stream.lastEventId();
        retry = stream.retry().isZero() ? retry : stream.retry();
    }

    private void accept(Message message) {
        if (!(message instanceof Message.Malformed)) {
            backoff.reset();
        }
        wire.unasked(message, session);
    }
}
