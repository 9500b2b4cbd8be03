package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** One stream of events to read from, and the address that its first event names to write to. */
final class SseDuplex implements Duplex {
    private static final Duration OPENING = Duration.ofSeconds(10);

    private final Endpoint endpoint;
    private final Sending listening;
    private final ArrayDeque<Message> ready = new ArrayDeque<>();
    private final CompletableFuture<Endpoint> inbox = new CompletableFuture<>();
    private final SsePosts posts = new SsePosts(SsePosts.Manners.USUAL, new Said());
    private volatile BiConsumer<@Nullable RequestId, Breakage> refused = (asked, why) -> {};
    private volatile Predicate<RequestId> awaited = asked -> false;
    private volatile @Nullable Breakage cause;
    private volatile boolean ended;
    private @Nullable Response response;
    private @Nullable MessageStream stream;

    SseDuplex(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.listening = new Sending(endpoint, Deadline.after(OPENING));
    }

    /**
     * Says whose messages it carries. Called before anything is written.
     *
     * @param refusals hears of messages that were turned away by themselves
     * @param waiting tells whether somebody waits for the answer to a message
     */
    void speakFor(BiConsumer<@Nullable RequestId, Breakage> refusals, Predicate<RequestId> waiting) {
        refused = refusals;
        awaited = waiting;
    }

    /** Tells whether the server ever named the address to post to. */
    boolean opened() {
        return inbox.isDone() && !inbox.isCompletedExceptionally();
    }

    /** Tells whether the stream is no more. */
    boolean ended() {
        return ended || cause != null; // The reader may not have noticed yet.
    }

    @Override
    public Optional<Message> read() throws IOException {
        boolean over = true;
        try {
            var events = stream == null ? open() : stream;
            boolean more = true;
            while (more && ready.isEmpty()) {
                more = events.next(ready::add);
            }
            over = !more && ready.isEmpty();
            return Optional.ofNullable(ready.poll());
        } finally {
            if (over) {
                ended = true;
                inbox.completeExceptionally(new IOException("the stream ended"));
                listening.cancel();
                if (response != null) {
                    response.close();
                }
            }
        }
    }

    @Override
    public void write(byte[] json, boolean more) throws IOException {
        try {
            send(json, false);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stop);
        }
    }

    /**
     * Writes a message without which the server takes no other: if it is turned away, the pair is of no use.
     *
     * @throws Failed if it was turned away at once
     */
    void deliver(byte[] json) throws IOException, InterruptedException {
        send(json, true);
    }

    private void send(byte[] json, boolean vital) throws IOException, InterruptedException {
        posts.send(inbox(), json, vital);
        if (cause != null) {
            throw new IOException("the server no longer accepts messages");
        }
    }

    @Override
    public Breakage ending(@Nullable IOException failure) {
        var known = cause;
        if (known != null) {
            return known;
        }
        if (failure == null) {
            return Breakage.lost("the server closed the stream", null);
        }
        return Failed.breakageOf(failure, opened());
    }

    @Override
    public void close() {
        ended = true;
        listening.cancel();
        posts.close();
        inbox.completeExceptionally(new IOException("closed"));
    }

    private MessageStream open() throws IOException {
        watchOpening();
        var answer = listening.listen(Headers.NONE);
        response = answer;
        if (!answer.isSuccessful()) {
            throw new Failed(Rejection.read(answer)
                    .to("a GET for the stream of HTTP+SSE")
                    .breakage());
        }
        if (!MessageStream.isIn(answer)) {
            throw violation("a GET is answered with something else than a stream of events");
        }
        var events = new MessageStream(answer, endpoint.maxMessageBytes());
        stream = events;
        inbox.complete(inbox(events, answer.request().url()));
        return events;
    }

    /** Reads the first event, which says where to post. */
    private Endpoint inbox(MessageStream events, HttpUrl at) throws IOException {
        var first = events.nextEvent();
        while (first != null && first.data().length == 0) {
            first = events.nextEvent();
        }
        if (first == null || !first.type().equals("endpoint")) {
            throw violation("the stream does not begin with an endpoint event");
        }
        var target = at.resolve(new String(first.data(), StandardCharsets.UTF_8));
        if (target == null || !endpoint.sameOrigin(target)) {
            throw violation("it wants messages sent to another origin, which is not done");
        }
        return endpoint.at(target);
    }

    private Endpoint inbox() throws IOException, InterruptedException {
        try {
            return inbox.get();
        } catch (ExecutionException gone) {
            throw new IOException("the stream ended", gone);
        }
    }

    private void fail(Breakage why) {
        cause = why;
        listening.cancel();
    }

    /** Gives up on a server that opens a stream and does not say where to post. */
    private void watchOpening() {
        Thread.ofVirtual().name("fairlead-" + endpoint.server() + "-opening").start(() -> {
            try {
                inbox.get(OPENING.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException silent) {
                fail(violation("no endpoint event within %s s".formatted(OPENING.toSeconds()))
                        .breakage());
            } catch (ExecutionException | CancellationException over) {
                return; // Somebody else noticed.
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
        });
    }

    private static Failed violation(String what) {
        return new Failed((attempted, server, maybeExecuted) ->
                new ProtocolViolationException("%s on server '%s': %s".formatted(attempted, server, what)));
    }

    /** What this pair is for the messages that are sent to its address. */
    private final class Said implements SsePosts.Pair {
        @Override
        public boolean awaits(RequestId asked) {
            return awaited.test(asked);
        }

        @Override
        public void refuse(@Nullable RequestId asked, Breakage why) {
            refused.accept(asked, why);
        }

        @Override
        public void fail(Breakage why) {
            SseDuplex.this.fail(why);
        }

        @Override
        public boolean ended() {
            return SseDuplex.this.ended();
        }
    }
}
