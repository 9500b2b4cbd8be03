package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.WireSession;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** One message on its way by POST, and everything that comes back because of it. */
final class Posting {
    private static final int MAX_ATTEMPTS = 3;
    // A server that closes the stream and is polled gets asked often enough for nobody to notice.
    private static final Duration LONGEST_POLL_PAUSE = Duration.ofSeconds(5);
    private static final int MAX_FAILED_RESUMPTIONS = 10;

    private final HttpWire wire;
    private final Message message;
    private final Headers headers;
    private final Deadline deadline;
    private final @Nullable WireSession session;
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private volatile Sending sending;
    private volatile @Nullable MessageStream stream;
    private volatile Headers answerHeaders = Headers.NONE;
    private volatile boolean maybeSeen;
    private volatile boolean forbidden;

    /**
     * Sends nothing yet.
     *
     * @param session what the message is part of, if of any
     */
    Posting(HttpWire wire, Message message, Headers headers, @Nullable WireSession session, Deadline deadline) {
        this.wire = wire;
        this.message = message;
        this.headers = headers;
        this.deadline = deadline;
        this.session = session;
        this.sending = new Sending(wire.endpoint(), deadline);
    }

    /**
     * Sends the message and reads what comes of it.
     *
     * @param sink takes the messages that come
     * @param finished tells whether the last one was the response
     */
    void run(Consumer<Message> sink, BooleanSupplier finished) throws Failed {
        var json = MessageCodec.encode(message);
        var backoff = new Backoff(Backoff.LONGEST);
        for (int attempt = 1; ; attempt++) {
            Duration pause;
            try (var response = sending.post(json, inSession(headers))) {
                wire.stir();
                if (!turnedAway(response)) {
                    read(response, sink, finished);
                    return;
                }
                sending.discard(response);
                pause = pause(response, backoff, attempt);
            } catch (IOException failure) {
                throw failed(failure);
            }
            sendAgain(); // What was turned away was not carried out.
            await(pause);
        }
    }

    /** Makes sure that what has not been sent yet never will be. */
    void forbid() {
        forbidden = true; // Before looking at what is sent now, as the next attempt looks here after it is visible.
        sending.forbid();
    }

    private void sendAgain() {
        sending = new Sending(wire.endpoint(), deadline);
        if (forbidden) {
            sending.forbid();
        }
    }

    /** Gives up, from any thread. */
    void cancel() {
        givenUp.countDown();
        sending.cancel();
    }

    /** Tells whether the server may have seen the message. */
    boolean maybeSeen() {
        return maybeSeen || sending.begun();
    }

    /** Returns the headers of the response, once it is there. */
    Headers answerHeaders() {
        return answerHeaders;
    }

    /** Returns how long ago the stream last gave any sign of life. */
    Duration silence() {
        var open = stream;
        return open == null
                ? ChronoUnit.FOREVER.getDuration()
                : Duration.ofNanos(Math.max(0, System.nanoTime() - open.heardAt()));
    }

    /** Tells whether a server says that it did nothing because it is too busy. A bare 503 may come from anybody. */
    private static boolean turnedAway(Response response) {
        return response.code() == 429 || (response.code() == 503 && response.header("Retry-After") != null);
    }

    private boolean oneWay() {
        return !(message instanceof Request);
    }

    private Headers inSession(Headers special) {
        return session == null ? special : special.with(session.headers());
    }

    private Duration pause(Response busy, Backoff backoff, int attempt) throws Failed {
        var asked = RetryAfter.read(busy.header("Retry-After"), Instant.now());
        var pause = asked.orElseGet(() -> backoff.next(Duration.ZERO));
        boolean tooLate = deadline.remaining().compareTo(pause) <= 0;
        if (attempt == MAX_ATTEMPTS || tooLate) {
            var status = busy.code();
            var when = asked.map(time -> ", and wants %d s of peace".formatted(Math.max(1, time.toSeconds())))
                    .orElse("");
            throw new Failed((attempted, server, maybeExecuted) -> new UnavailableException(
                    attempted,
                    server,
                    "it is too busy (HTTP %d)%s%s"
                            .formatted(
                                    status, when, tooLate ? ", which is more than the call may take" : ", three times"),
                    null));
        }
        return pause;
    }

    private void await(Duration pause) throws Failed {
        try {
            if (givenUp.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Failed(Breakage.CLOSED);
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private void read(Response response, Consumer<Message> sink, BooleanSupplier finished) throws IOException {
        answerHeaders = Answered.headers(response);
        if (!response.isSuccessful()) {
            var rejection = Rejection.read(response);
            sending.discard(response);
            rejected(rejection, sink);
        } else if (oneWay()) {
            sending.discard(response); // Whatever stands in the body, nobody asked for it.
        } else if (MessageStream.isIn(response)) {
            stream(response, sink, finished);
        } else {
            body(response, sink);
        }
    }

    private void body(Response response, Consumer<Message> sink) throws IOException {
        int max = wire.endpoint().maxMessageBytes();
        var source = response.body().source();
        if (source.request(max + 1L)) {
            sending.cancel(); // Before closing, which would read on for a while.
            throw violation(TooLarge.words(max));
        }
        if (source.exhausted()) {
            throw violation("empty response (HTTP %d)".formatted(response.code()));
        }
        if (!readable(response)) {
            sending.discard(response);
            throw unreadable(response);
        }
        var bytes = source.readByteArray();
        MessageCodec.decode(bytes, 0, bytes.length, sink);
    }

    private static boolean readable(Response response) {
        var type = response.body().contentType();
        return plain(response)
                && (type == null
                        || type.subtype().equals("json")
                        || type.subtype().endsWith("+json"));
    }

    private static boolean plain(Response response) {
        var encoding = response.header("Content-Encoding");
        return encoding == null || encoding.equalsIgnoreCase("identity");
    }

    private static Failed unreadable(Response response) {
        return violation(
                plain(response)
                        ? "unexpected content type " + Excerpt.of(String.valueOf(response.header("Content-Type")))
                        : "unsupported encoding " + Excerpt.of(String.valueOf(response.header("Content-Encoding"))));
    }

    private void stream(Response response, Consumer<Message> sink, BooleanSupplier finished) throws IOException {
        var current = new MessageStream(response, wire.endpoint().maxMessageBytes());
        stream = current;
        var failure = pump(current, sink, finished);
        if (!finished.getAsBoolean()) {
            resume(current, failure, sink, finished);
        }
    }

    /** Reads to the response or to the end. Returns why the end came, if not in good order. */
    private static @Nullable IOException pump(MessageStream stream, Consumer<Message> sink, BooleanSupplier finished) {
        try {
            boolean more = true;
            while (more && !finished.getAsBoolean()) {
                more = stream.next(sink);
            }
            return null;
        } catch (IOException broken) {
            return broken;
        }
    }

    /** Takes up a stream that broke before the response, for as long as the server plays along. */
    private void resume(
            MessageStream broken, @Nullable IOException why, Consumer<Message> sink, BooleanSupplier finished)
            throws IOException {
        maybeSeen = true;
        var last = broken.lastEventId();
        var retry = broken.retry();
        var failures = new Backoff(Backoff.LONGEST);
        var polls = new Backoff(LONGEST_POLL_PAUSE);
        IOException failure = why;
        while (!finished.getAsBoolean()) {
            if (session == null || last == null || failures.failures() >= MAX_FAILED_RESUMPTIONS) {
                throw lost(failure, last != null && session != null);
            }
            await((failure == null ? polls : failures).next(retry));
            var next = new Sending(wire.endpoint(), deadline);
            sending = next;
            if (givenUp.getCount() == 0) {
                throw new Failed(Breakage.CLOSED);
            }
            try (var response = resumed(next, last)) {
                if (response.code() >= 500 || response.code() == 429) {
                    failure = new IOException("HTTP " + response.code());
                    continue;
                }
                if (!response.isSuccessful() || !MessageStream.isIn(response)) {
                    throw lost(new IOException("resuming it was refused with HTTP " + response.code()), false);
                }
                var current = new MessageStream(response, wire.endpoint().maxMessageBytes());
                stream = current;
                failure = pump(current, sink, finished);
                last = current.lastEventId() == null ? last : current.lastEventId();
                retry = current.retry().isZero() ? retry : current.retry();
                if (current.useful()) {
                    failures.reset();
                    polls.reset(); // It wants to be polled, at the pace that it names.
                }
            } catch (Failed understood) {
                throw understood;
            } catch (IOException unreachable) {
                failure = unreachable;
            }
        }
    }

    /** Asks for the rest of the stream. Whatever keeps it away, the message was accepted before. */
    private Response resumed(Sending next, String last) throws IOException {
        try {
            return next.listen(inSession(Headers.NONE).with("Last-Event-ID", last));
        } catch (Failed refused) {
            var why = refused.breakage().during("taking the stream up again", wire.server(), true);
            var told = new IOException(why.getMessage(), why);
            throw refused.passing() ? told : lost(told, true);
        }
    }

    private Failed lost(@Nullable IOException failure, boolean tried) {
        var how = failure == null ? "the stream ended without a response" : "the stream broke, " + Reasons.of(failure);
        return new Failed(Breakage.lost(tried ? how + ", and could not be taken up again" : how, failure));
    }

    private void rejected(Rejection rejection, Consumer<Message> sink) throws Failed {
        boolean wall = rejection.status() == 401 || rejection.status() == 403;
        boolean late = rejection.status() >= 500 || rejection.status() == 408;
        var error = rejection.error();
        if (message instanceof Request request && error != null && !wall && !late && !forgotten(rejection, request)) {
            sink.accept(new dev.fairlead.protocol.rpc.Response.Failure(request.id(), error));
        } else {
            throw new Failed(rejection.breakage());
        }
    }

    /** Tells whether a rejection is, or may be, how the server says that it does not know the session. */
    private boolean forgotten(Rejection rejection, Request request) {
        if (session == null || !session.named()) {
            return false;
        }
        // Whoever names the request has read it, and so answers it.
        boolean unread = !request.id().equals(rejection.answered());
        var error = rejection.error();
        // Codes below the standard ones mean what each server likes; widely used servers mean the session by them.
        boolean own = error == null || (error.code() <= -32000 && error.code() > -32020);
        return unread && (rejection.status() == 404 || (rejection.status() == 400 && own));
    }

    private static Failed violation(String what) {
        return new Failed((attempted, server, maybeExecuted) ->
                new ProtocolViolationException("%s on server '%s': %s".formatted(attempted, server, what)));
    }

    private Failed failed(IOException failure) {
        return failure instanceof Failed known ? known : new Failed(Failed.breakageOf(failure, maybeSeen()), failure);
    }
}
