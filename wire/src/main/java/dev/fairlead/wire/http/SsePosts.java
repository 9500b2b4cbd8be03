package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.rpc.IdScanner;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * The messages to a server of HTTP+SSE, each by a POST on a thread of its own.
 *
 * <p>The response to a POST says no more than that the message was taken, and some servers respond only when they have done what
 * they were asked. So the POST of a call may last as long as somebody waits for its answer, which comes on the stream. Any other
 * is given up after a while. What nobody waits for takes room until then, and what is not written yet takes room in any case: a
 * server that has us answer without end, and takes nothing, has the next message wait, and what waits is bounded by others.
 */
final class SsePosts {
    private static final Duration AUTHORIZING = Duration.ofSeconds(10);
    // How often the limit may pass while a message is still being written.
    private static final int LONGEST_WRITING = 30;
    private static final int ROOM_BYTES = 32 << 20;
    // However large one is, there is room for others beside it.
    private static final int MOST_BYTES = ROOM_BYTES / 2;
    // What a message takes at least: two threads, and a connection with its buffers.
    private static final int LEAST_BYTES = 32 << 10;
    // How often an answer is sent: a server takes the first, and nobody asks for it again.
    private static final int ANSWERED_TIMES = 3;

    private final Manners manners;
    private final Pair pair;
    private final Semaphore room = new Semaphore(ROOM_BYTES, true);
    private final Set<Post> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicInteger begun = new AtomicInteger();

    SsePosts(Manners manners, Pair pair) {
        this.manners = manners;
        this.pair = pair;
    }

    /**
     * How long to be patient.
     *
     * @param moment how long the next message waits for a server to take this one. Most do so at once
     * @param limit how long a server may take to respond to a message that nobody waits for
     */
    record Manners(Duration moment, Duration limit) {
        static final Manners USUAL = new Manners(Duration.ofMillis(200), Duration.ofSeconds(10));
    }

    /** What the messages are part of. */
    interface Pair {
        /** Tells whether somebody waits for the answer to a request. */
        boolean awaits(RequestId asked);

        /**
         * Hears that a message was not taken, or perhaps not, and why.
         *
         * @param asked its id, if it is a request
         */
        void refuse(@Nullable RequestId asked, Breakage why);

        /** Hears of the end of it all. */
        void fail(Breakage why);

        /** Tells whether it is over. */
        boolean ended();
    }

    /**
     * Sends a message, and waits a moment.
     *
     * @param vital whether the server takes no other without this one, so that it is the end of all if it is turned away
     * @throws Failed if such a message was turned away within that moment
     */
    void send(Endpoint target, byte[] json, boolean vital) throws Failed, InterruptedException {
        int taken = Math.clamp(json.length, LEAST_BYTES, MOST_BYTES);
        room.acquire(taken);
        var post = new Post(target, json, begun.getAndIncrement() == 0, vital, taken);
        underWay.add(post);
        if (pair.ended()) {
            post.sending.cancel(); // Whoever gave up the others did not see this one.
        }
        var name = "fairlead-" + target.server() + "-post";
        var sender = Thread.ofVirtual().name(name).start(post::run);
        boolean over = false;
        try {
            over = sender.join(manners.moment());
        } finally {
            if (!over) {
                Thread.ofVirtual().name(name).start(() -> post.watch(sender));
            }
        }
        var refusal = post.refusal;
        if (refusal != null) {
            throw new Failed(refusal);
        }
    }

    /** Gives up what is still under way. */
    void close() {
        underWay.forEach(post -> post.sending.cancel());
    }

    /** Returns how those hear of the end whose own message was another: what is said of one is not true of the others. */
    private static Breakage toOthers(Breakage why) {
        return (attempted, server, maybeExecuted) -> {
            var refusal = why.during("a message", server, maybeExecuted);
            return new ConnectionLostException(
                    attempted,
                    server,
                    "the server no longer takes messages (%s)".formatted(refusal.getMessage()),
                    maybeExecuted,
                    refusal);
        };
    }

    /** One message on its way. */
    private final class Post {
        private final byte[] json;
        private final boolean opening;
        private final boolean vital;
        private final boolean answer;
        private final @Nullable RequestId asked; // the id of a request
        private final Sending sending;
        private final AtomicInteger taken;
        private volatile @Nullable Breakage refusal; // of a vital one
        private volatile boolean givenUp;

        Post(Endpoint target, byte[] json, boolean opening, boolean vital, int taken) {
            this.json = json;
            this.opening = opening;
            this.vital = vital;
            this.taken = new AtomicInteger(taken);
            this.sending = new Sending(target, Deadline.after(AUTHORIZING), this::written);
            var scanner = new IdScanner(); // What is in it may be too much to be read again.
            scanner.feed(json, 0, json.length);
            this.asked = scanner.asks() ? scanner.id() : null;
            this.answer = scanner.answers();
        }

        void run() {
            try (var response = post()) {
                var rejection = response.isSuccessful() ? null : Rejection.read(response);
                sending.discard(response);
                if (rejection != null) {
                    throw new Failed(rejection.breakage());
                }
            } catch (Failed refused) {
                if (spares(refused)) {
                    turnedAway(refused.breakage());
                } else {
                    endAll(refused.breakage());
                }
            } catch (IOException broken) {
                broken(broken);
            } catch (RuntimeException | Error defect) {
                turnedAway(Breakage.lost("sending failed: " + defect, defect));
            } finally {
                underWay.remove(this);
                giveRoomBack();
            }
        }

        private Response post() throws IOException {
            for (int times = 1; ; times++) {
                try {
                    return sending.post(json, Headers.NONE);
                } catch (Failed understood) {
                    throw understood;
                } catch (IOException broken) {
                    if (givenUp || pair.ended() || !repeatable(broken, times)) {
                        throw broken;
                    }
                }
            }
        }

        /**
         * Tells whether it may be sent once more. Connections that were kept break when a server restarts, and the new one has to
         * be asked to say that it does not know us.
         */
        private boolean repeatable(IOException broken, int times) {
            boolean unsent = !opening && !sending.begun() && broken instanceof SocketException;
            return (unsent && times == 1) || (answer && times < ANSWERED_TIMES);
        }

        private void written() {
            if (asked != null) {
                giveRoomBack(); // Who waits for the answers to requests are never too many.
            }
        }

        private void giveRoomBack() {
            room.release(taken.getAndSet(0));
        }

        /** Gives up a server that does not respond, once nobody waits for the answer. */
        void watch(Thread sender) {
            try {
                boolean written = sending.written();
                boolean over = sender.join(manners.limit());
                for (int looks = 1; !over; looks++) {
                    if (late(written, looks)) {
                        givenUp = true;
                        sending.cancel();
                    }
                    written = sending.written();
                    over = sender.join(manners.limit());
                }
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
        }

        private boolean late(boolean written, int looks) {
            if (asked != null) {
                return !pair.awaits(asked); // Half of it asks nothing of the server.
            }
            // What is large and still being written, over a slow line, is not late yet.
            return written || looks >= LONGEST_WRITING;
        }

        /** Tells whether a refusal leaves the session as it is, which the first message begins. */
        private boolean spares(Failed refused) {
            return refused.forWantOfAuthorization() || refused.passing() || (!opening && refused.aboutOneMessage());
        }

        /** Hears of a connection that broke, or was none. The stream has one of its own, and tells what becomes of that. */
        private void broken(IOException failure) {
            boolean silent = givenUp && sending.begun();
            var why = Failed.breakageOf(givenUp ? silence(failure) : failure, sending.begun());
            if (silent) {
                pair.refuse(asked, why); // It may well have been taken, also if it is vital.
            } else if (opening || (answer && !pair.ended())) {
                endAll(why); // The server waits for an answer, and whoever called it would wait as long.
            } else if (!pair.ended()) { // Else it was cut off, and whoever waits hears what ended the pair.
                turnedAway(why);
            }
        }

        private IOException silence(IOException end) {
            return new IOException(
                    "it did not respond within %s s".formatted(manners.limit().toSeconds()), end);
        }

        private void turnedAway(Breakage why) {
            if (vital) {
                refusal = why;
                // Others may be under way by now. What has not been sent fails for the same reason.
                pair.fail((attempted, server, maybeExecuted) ->
                        (maybeExecuted ? toOthers(why) : why).during(attempted, server, maybeExecuted));
            } else {
                pair.refuse(asked, why);
            }
        }

        /** Ends the pair: a server that does not know the address any more which it gave us has lost the session. */
        private void endAll(Breakage why) {
            pair.fail((attempted, server, maybeExecuted) ->
                    (opening && begun.get() == 1 ? why : toOthers(why)).during(attempted, server, maybeExecuted));
        }
    }
}
