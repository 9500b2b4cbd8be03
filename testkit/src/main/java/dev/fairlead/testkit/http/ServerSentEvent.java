package dev.fairlead.testkit.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One event of a stream.
 *
 * @param type null for a message
 * @param data null for an event that has none
 */
public record ServerSentEvent(
        @Nullable String type,
        @Nullable String id,
        @Nullable Duration retry,
        @Nullable String data) {

    /** Returns the event that carries a message. */
    public static ServerSentEvent message(String data) {
        return new ServerSentEvent(null, null, null, data);
    }

    /** Returns this event with an id. */
    public ServerSentEvent withId(@Nullable String given) {
        return new ServerSentEvent(type, given, retry, data);
    }

    /** Writes it in the usual way. */
    public String text() {
        var text = new StringBuilder();
        if (type != null) {
            text.append("event: ").append(type).append('\n');
        }
        if (id != null) {
            text.append("id: ").append(id).append('\n');
        }
        if (retry != null) {
            text.append("retry: ").append(retry.toMillis()).append('\n');
        }
        if (data != null) {
            data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
            if (data.isEmpty()) {
                text.append("data:\n");
            }
        }
        return text.append('\n').toString();
    }
}
