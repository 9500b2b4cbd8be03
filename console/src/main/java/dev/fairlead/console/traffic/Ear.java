package dev.fairlead.console.traffic;

import dev.fairlead.console.text.Shortened;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.http.HttpWatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What was heard on the wires and not looked at yet: whoever talks there must not wait for whoever looks. Where there is
 * no room for what a message says, it is still heard that there was one, so that no exchange looks open that is over.
 */
final class Ear {
    private static final int MOST = 20_000;
    private static final long MOST_BYTES = 32L << 20;
    private static final int AT_ONCE = 500;
    private static final int BODY_BYTES = 300; // enough for the id, which is all that is looked for in it

    private final long most;
    private final LinkedBlockingQueue<Item> queue = new LinkedBlockingQueue<>(MOST);
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();

    /** Something that was heard, and about how much memory it takes until it was looked at. */
    record Item(Heard heard, long weight) {}

    /** Something that was heard. */
    sealed interface Heard {
        /**
         * A message, or what became of a line.
         *
         * @param line which connection, of all that ever were
         * @param call because of which call it was sent; null for none, and for all that came
         * @param emptied whether there was no room for what the message says
         */
        record OnLine(
                String server,
                long line,
                Traffic traffic,
                long nanos,
                @Nullable String call,
                boolean emptied) implements Heard {}

        /** An HTTP request. */
        record OnHttp(String server, HttpWatcher.Heard http) implements Heard {}

        /** A line of error output. */
        record Output(String server, long at, String text) implements Heard {}
    }

    Ear() {
        this(MOST_BYTES);
    }

    Ear(long most) {
        this.most = most;
    }

    void hear(Heard heard) {
        var whole = heard instanceof Heard.OnHttp on ? shortBody(on) : heard;
        if (!offer(whole)) {
            missed.incrementAndGet();
            if (whole instanceof Heard.OnLine on && !on.emptied()) {
                boolean ignored = offer(emptied(on)); // If there is no room for that either, it was missed altogether.
            }
        }
    }

    private boolean offer(Heard heard) {
        long weight = Weights.of(heard);
        long before = bytes.getAndAdd(weight);
        // What is larger than all room is let in alone: it lies in memory anyway.
        boolean fits = before == 0 || before + weight <= most || emptied(heard);
        boolean taken = fits && queue.offer(new Item(heard, weight));
        if (!taken) {
            bytes.addAndGet(-weight);
        }
        return taken;
    }

    private static boolean emptied(Heard heard) {
        return heard instanceof Heard.OnLine on && on.emptied();
    }

    private static Heard shortBody(Heard.OnHttp on) {
        var http = on.http();
        var body = http.body();
        return body == null || body.length <= BODY_BYTES
                ? on
                : new Heard.OnHttp(
                        on.server(),
                        new HttpWatcher.Heard(
                                http.at(),
                                http.method(),
                                http.url(),
                                http.sent(),
                                Arrays.copyOf(body, BODY_BYTES),
                                http.status(),
                                http.answer(),
                                http.took(),
                                http.trouble()));
    }

    private static Heard emptied(Heard.OnLine on) {
        var traffic = on.traffic();
        var light = switch (traffic) {
            case Traffic.Sent sent ->
                new Traffic.Sent(sent.at(), sent.line(), sent.exchange(), emptied(sent.message()));
            case Traffic.Received received ->
                new Traffic.Received(received.at(), received.line(), received.exchange(), emptied(received.message()));
            default -> traffic;
        };
        return new Heard.OnLine(on.server(), on.line(), light, on.nanos(), on.call(), true);
    }

    private static Message emptied(Message message) {
        return switch (message) {
            case Request request ->
                new Request(shortened(request.id()), Shortened.of(request.method(), Shortened.NAME), null);
            case Notification news -> new Notification(Shortened.of(news.method(), Shortened.NAME), null);
            case Response.Result result -> new Response.Result(shortened(result.id()), Json.object());
            case Response.Failure failure ->
                new Response.Failure(
                        failure.id() == null ? null : shortened(failure.id()),
                        new RpcError(failure.error().code(), "", null));
            case Message.Malformed bad -> new Message.Malformed(null, bad.asks(), "", "");
        };
    }

    private static RequestId shortened(RequestId id) {
        return id instanceof RequestId.Text(var text) ? RequestId.of(RowWriter.text(text)) : id;
    }

    /** Returns of how much less is known than was heard. */
    long missed() {
        return missed.get();
    }

    /** Returns what was heard, waiting a while if there is nothing; it takes room until it is done with. */
    List<Item> take(long millis) throws InterruptedException {
        var some = new ArrayList<Item>();
        var first = queue.poll(millis, TimeUnit.MILLISECONDS);
        if (first != null) {
            some.add(first);
            int ignored = queue.drainTo(some, AT_ONCE);
        }
        return some;
    }

    void done(Item item) {
        bytes.addAndGet(-item.weight());
    }
}
