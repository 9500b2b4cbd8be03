package dev.fairlead.console.web;

import dev.fairlead.console.event.Broadcast;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Sends events to a page for as long as it listens. */
final class EventStream {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final int AT_ONCE = 256;

    private final Broadcast broadcast;

    EventStream(Broadcast broadcast) {
        this.broadcast = broadcast;
    }

    /**
     * Returns the stream, from after the event that the page had last.
     *
     * @param admitted tells whether the page is still let in; it is told nothing more if not
     */
    Reply reply(Inquiry inquiry, BooleanSupplier admitted) {
        var after = inquiry.header("Last-Event-ID")
                .filter(id -> !id.isEmpty())
                .or(() -> inquiry.query("after", 200))
                .map(broadcast::number)
                .orElse(-1L);
        return Reply.stream("text/event-stream", out -> {
            long position = after;
            out.write("retry: 500\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            try {
                while (true) {
                    if (position < 0) {
                        position = broadcast.number(broadcast.position());
                        out.write(text(position, "reset", "{}"));
                        out.flush();
                    }
                    var batch = broadcast.after(position, AT_ONCE, HEARTBEAT);
                    if (batch.closed() || !admitted.getAsBoolean()) {
                        return;
                    }
                    if (batch.lost()) {
                        position = -1;
                        continue;
                    }
                    for (var event : batch.events()) {
                        out.write(text(event.number(), event.type(), event.data()));
                        position = event.number();
                    }
                    if (batch.events().isEmpty()) {
                        out.write(": here\n\n".getBytes(StandardCharsets.UTF_8));
                    }
                    out.flush();
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                throw new IOException("the console ends", ended);
            }
        });
    }

    private byte[] text(long number, String type, String json) {
        return "id: %s\nevent: %s\ndata: %s\n\n"
                .formatted(broadcast.id(number), type, json)
                .getBytes(StandardCharsets.UTF_8);
    }
}
