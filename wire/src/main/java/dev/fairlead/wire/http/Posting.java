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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** One message on its way by POST, and everything that comes back because of it. */
final class Posting {
    private static final int MAX_ATTEMPTS = 3;

    private final HttpWire wire;
    private final Message message;
    private final Headers headers;
    private final Deadline deadline;
    private final @Nullable WireSession session;
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private final ReentrantLock stepping = new ReentrantLock(); // held by whoever uses the answer
    private volatile boolean hurried;
    private int attempts;
    private volatile Sending sending;
    private final Backoff backoff = new Backoff(Backoff.LONGEST);
    private final Resumption resumption = new Resumption();
    private volatile @Nullable MessageStream answer; // where it is a stream
    private @Nullable Broken broken; // whoever steps has it
    private volatile okhttp3.@Nullable Headers answerHeaders;
    private volatile boolean maybeSeen;
    private volatile boolean forbidden;

    /** What remains of a stream that ended before the response, until it is taken up again. */
    private record Broken(@Nullable IOException why) {}

    /**
     * Sends nothing yet.
     *
     * @param session what the message is part of, if of any
     */
    Posting(HttpWire wire, Message message, Headers headers, @Nullable WireSession session, Deadline deadline) {
        this(wire, message, headers, session, deadline, false);
    }

    /**
     * Sends nothing yet.
     *
     * @param hurried whether the thread that sends cannot wait for a new connection
     */
    Posting(
            HttpWire wire,
            Message message,
            Headers headers,
            @Nullable WireSession session,
            Deadline deadline,
            boolean hurried) {
        this.hurried = hurried;
        this.wire = wire;
        this.message = message;
        this.headers = headers;
        this.deadline = deadline;
        this.session = session;
        this.sending = new Sending(wire.endpoint(), deadline, hurried);
    }

    /**
     * Sends the message and reads all that comes of it.
     *
     * @param sink takes the messages that come
     * @param finished tells whether the last one was the response
     */
    void run(Consumer<Message> sink, BooleanSupplier finished) throws Failed {
        boolean more = true;
        while (more) {
            more = step(sink, finished);
        }
    }

    /** Sends the message, or reads on to the next event. Returns whether more is to come; by one thread at a time. */
    boolean step(Consumer<Message> sink, BooleanSupplier finished) throws Failed {
        boolean more = false;
        stepping.lock();
        try {
            if (!finished.getAsBoolean()) { // Nothing is sent again that was answered.
                more = (answer == null ? send(sink) : readOn(answer, sink, finished)) && !finished.getAsBoolean();
            }
            return more;
        } catch (IOException failure) {
            throw failed(failure);
        } finally {
            if (!more) {
                close();
            }
            stepping.unlock();
            if (more) {
                closeIfGivenUp(); // Whoever gave up meanwhile could not.
            }
        }
    }

    /** Lets go of an answer that nobody reads on. */
    private void close() {
        var open = answer;
        if (open != null) {
            long began = System.nanoTime();
            open.close();
            wire.ended(System.nanoTime() - began);
        }
    }

    private void closeIfGivenUp() {
        if (givenUp.getCount() == 0 && !stepping.isHeldByCurrentThread() && stepping.tryLock()) {
            try {
                close();
            } finally {
                stepping.unlock();
            }
        }
    }

    /** Sends the message until it is not turned away. Returns whether a stream is the answer. */
    private boolean send(Consumer<Message> sink) throws IOException {
        var json = MessageCodec.encode(message);
        while (true) {
            var response = sending.post(json, inSession(headers));
            boolean open = false;
            Duration pause;
            try {
                wire.stir();
                if (!turnedAway(response)) {
                    open = read(response, sink);
                    return open;
                }
                sending.discard(response);
                attempts++;
                pause = pause(response);
            } finally {
                if (!open) {
                    response.close();
                }
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

    /** Prepares to send what was not sent for want of a connection, from a thread that can wait for one. */
    void sendElsewhere() {
        hurried = false;
        sendAgain();
    }

    private void sendAgain() {
        sending = new Sending(wire.endpoint(), deadline, hurried);
        if (forbidden) {
            sending.forbid();
        }
    }

    /** Gives up, from any thread. */
    void cancel() {
        givenUp.countDown();
        sending.cancel();
        closeIfGivenUp();
    }

    /** Returns the session that the message is part of, if of any. */
    @Nullable
    WireSession session() {
        return session;
    }

    /** Tells whether the server may have seen the message. */
    boolean maybeSeen() {
        return maybeSeen || sending.begun();
    }

    /** Returns the headers of the response, once it is there. */
    Headers answerHeaders() {
        var came = answerHeaders;
        return came == null ? Headers.NONE : Answered.headers(came);
    }

    /** Returns how long ago the stream last gave any sign of life. */
    Duration silence() {
        var open = answer;
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

    private Duration pause(Response busy) throws Failed {
        var asked = RetryAfter.read(busy.header("Retry-After"), Instant.now());
        var pause = asked.orElseGet(() -> backoff.next(Duration.ZERO));
        boolean tooLate = deadline.remaining().compareTo(pause) <= 0;
        if (attempts == MAX_ATTEMPTS || tooLate) {
            var status = busy.code();
            var when = asked.map(time -> ", and wants %s s of peace".formatted(Math.max(1, time.toSeconds())))
                    .orElse("");
            throw new Failed((attempted, server, maybeExecuted) -> new UnavailableException(
                    attempted,
                    server,
                    "it is too busy (HTTP %s)%s%s"
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
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new Failed(Breakage.CLOSED);
        }
    }

    /** Reads an answer. Returns whether it is a stream, of which nothing is read yet. */
    private boolean read(Response response, Consumer<Message> sink) throws IOException {
        answerHeaders = response.headers();
        if (!response.isSuccessful()) {
            var rejection = Rejection.read(response);
            sending.discard(response);
            rejected(rejection, sink);
        } else if (oneWay()) {
            sending.discard(response); // Whatever stands in the body, nobody asked for it.
        } else if (MessageStream.isIn(response)) {
            answer = new MessageStream(response, wire.endpoint().maxMessageBytes());
            return true;
        } else {
            body(response, sink);
        }
        return false;
    }

    private void body(Response response, Consumer<Message> sink) throws IOException {
        int max = wire.endpoint().maxMessageBytes();
        var body = WholeBody.read(response.body(), max);
        if (body == null) {
            sending.cancel(); // Before closing, which would read on for a while.
            throw violation(TooLarge.words(max));
        }
        if (body.length() == 0) {
            throw violation("empty response (HTTP %s)".formatted(response.code()));
        }
        if (!readable(response)) {
            throw unreadable(response);
        }
        MessageCodec.decode(body.bytes(), 0, body.length(), sink);
    }

    private static boolean readable(Response response) {
        var type = Answered.isJson(response) ? null : response.body().contentType();
        return Answered.isPlain(response)
                && (type == null
                        || type.subtype().equals("json")
                        || type.subtype().endsWith("+json"));
    }

    private static Failed unreadable(Response response) {
        return violation(
                Answered.isPlain(response)
                        ? "unexpected content type " + Excerpt.of(String.valueOf(response.header("Content-Type")))
                        : "unsupported encoding " + Excerpt.of(String.valueOf(response.header("Content-Encoding"))));
    }

    /** Reads the next event, or takes a stream up again that broke before the response. */
    private boolean readOn(MessageStream current, Consumer<Message> sink, BooleanSupplier finished) throws IOException {
        if (broken == null && !next(current, sink) && !finished.getAsBoolean()) {
            current.close();
            resumption.leave(current);
            maybeSeen = true;
            if (hurried && resumable()) {
                throw new Offhand.UnconnectedException();
            }
        }
        if (broken != null && !finished.getAsBoolean()) {
            answer = resume(broken.why());
            broken = null;
        }
        return true;
    }

    /** Reads the next event. Returns whether there was one, and remembers what kept it away. */
    private boolean next(MessageStream current, Consumer<Message> sink) {
        boolean more = false;
        IOException failure = null;
        try {
            more = current.next(sink);
        } catch (IOException why) {
            failure = why;
        }
        broken = more ? null : new Broken(failure);
        return more;
    }

    private boolean resumable() {
        return session != null && resumption.last() != null && !resumption.exhausted();
    }

    /** Asks for the rest of a stream, for as long as the server plays along. */
    private MessageStream resume(@Nullable IOException why) throws IOException {
        IOException failure = why;
        while (true) {
            var last = resumption.last();
            if (last == null || !resumable()) {
                throw lost(failure, last != null && session != null);
            }
            await(resumption.pause(failure != null));
            var next = new Sending(wire.endpoint(), deadline);
            sending = next;
            if (givenUp.getCount() == 0) {
                throw new Failed(Breakage.CLOSED);
            }
            try {
                var response = resumed(next, last);
                if (response.isSuccessful() && MessageStream.isIn(response)) {
                    return new MessageStream(response, wire.endpoint().maxMessageBytes());
                }
                response.close();
                failure = new IOException("HTTP " + response.code());
                if (response.code() < 500 && response.code() != 429) {
                    throw lost(new IOException("resuming it was refused with HTTP " + response.code()), false);
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
        return new Failed(
                Breakage.lost(tried ? how + ", and could not be taken up again" : how, Reasons.cause(failure)));
    }

    private void rejected(Rejection rejection, Consumer<Message> sink) throws Failed {
        var error = rejection.error();
        boolean answer = !rejection.wall() && !rejection.accepted();
        if (message instanceof Request request && error != null && answer && !forgotten(rejection, request)) {
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
