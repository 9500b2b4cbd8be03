package dev.fairlead.wire.http;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.WireListener;
import dev.fairlead.wire.WireSession;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
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
        Thread.ofVirtual().name("fairlead-" + wire.server() + "-news").start(this::run);
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

    private void run() {
        try {
            boolean again = listen();
            while (again && !stopped.await(backoff.next(retry).toNanos(), TimeUnit.NANOSECONDS)) {
                again = listen();
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        } finally {
            wire.listensNoMore(this);
            verdict.countDown();
        }
    }

    /** Listens until the stream ends. Returns whether it is worth coming back. */
    private boolean listen() {
        var next = new Sending(wire.endpoint(), Deadline.after(AUTHORIZATION));
        sending = next;
        if (stopped.getCount() == 0) {
            return false;
        }
        var headers =
                lastEventId == null ? session.headers() : session.headers().with("Last-Event-ID", lastEventId);
        try (var response = opened(next, headers)) {
            verdict.countDown();
            int status = response.code();
            if (!response.isSuccessful() || !MessageStream.isIn(response)) {
                next.discard(response);
                return refused(status);
            }
            offered = true;
            long opened = System.nanoTime();
            read(new MessageStream(response, wire.endpoint().maxMessageBytes()));
            if (System.nanoTime() - opened > LONG.toNanos()) {
                backoff.reset(); // Whoever keeps it that long means it; something on the way cuts what is idle.
            }
            return true;
        } catch (IOException broken) {
            verdict.countDown();
            // One that redirects elsewhere will do so again; whoever is gone may come back, and somebody may log in.
            return !(broken instanceof Failed known) || known.passing() || known.forWantOfAuthorization();
        }
    }

    /**
     * Opens the stream on a thread of its own: one that has waited for an answer keeps the room that its stack took up, many
     * times what reading takes, for as long as it lives.
     */
    private Response opened(Sending next, Headers headers) throws IOException {
        var opening = new FutureTask<>(() -> next.listen(headers));
        Thread.ofVirtual().name("fairlead-" + wire.server() + "-news").start(opening);
        try {
            return opening.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException known) {
                throw known;
            }
            throw new IllegalStateException("listening failed", failed.getCause());
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
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

    private void read(MessageStream stream) throws IOException {
        try {
            while (stream.next(this::accept)) {
                remember(stream);
            }
        } finally {
            remember(stream);
        }
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
