package dev.fairlead.wire.http;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/** The messages in a response that is a stream of events. For one reading thread. */
final class MessageStream implements AutoCloseable {
    private final ResponseBody body;
    private final SseReader reader;
    private final int maxMessageBytes;
    private int events;

    MessageStream(Response response, int maxMessageBytes) {
        this.body = response.body();
        this.reader = new SseReader(body.byteStream(), maxMessageBytes);
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Tells whether a response is a stream of events. */
    static boolean isIn(Response response) {
        if (Answered.isJson(response) || !Answered.isPlain(response)) {
            return false;
        }
        if (Answered.isJust("text/event-stream", response)) {
            return true;
        }
        var type = response.body().contentType();
        return type != null && type.type().equals("text") && type.subtype().equals("event-stream");
    }

    /** Waits for the next event, which may bring no message, or many. Returns whether there was one. */
    boolean next(Consumer<Message> sink) throws IOException {
        SseEvent event;
        try {
            event = reader.next();
        } catch (EndlessEventException endless) {
            sink.accept(new Message.Malformed(null, false, TooLarge.words(maxMessageBytes), "{…"));
            return false;
        }
        if (event == null) {
            return false;
        }
        events++;
        if (event.tooLarge()) {
            sink.accept(new Message.Malformed(event.whose(), false, TooLarge.words(maxMessageBytes), "{…"));
        } else if (event.data().length > 0 && event.type().equals("message")) {
            MessageCodec.decode(event.data(), 0, event.data().length, sink);
        }
        return true;
    }

    /** Tells whether anything came, be it only the number of an event. */
    boolean useful() {
        return events > 0;
    }

    /** Waits for the next event, raw; null at the end. */
    @Nullable
    SseEvent nextEvent() throws IOException {
        return reader.next();
    }

    /** Returns after which event to go on, should the stream break; null where the server does not offer that. */
    @Nullable
    String lastEventId() {
        var id = reader.lastEventId();
        // What could not be sent back as it is leads nowhere.
        return id != null && id.strip().equals(id) && id.chars().allMatch(c -> c >= ' ' && c < 0x7f) ? id : null;
    }

    /** Returns how long the server wants a pause before we come back; zero if it said nothing. */
    Duration retry() {
        return Duration.ofMillis(Math.max(0, reader.retryMillis()));
    }

    /** Returns when the server last showed any sign of life here, on the clock of {@link System#nanoTime}. */
    long heardAt() {
        return reader.lastHeardNanos();
    }

    /** Lets go of the stream. */
    @Override
    public void close() {
        body.close();
    }
}
