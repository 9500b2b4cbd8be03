package dev.fairlead.wire.http;

import dev.fairlead.protocol.rpc.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * One event of an event stream.
 *
 * @param type its type, "message" unless the server named another
 * @param data its data, of length 0 where it only carries an id, or is too large
 * @param id the id this event itself names, where that came before it was reported
 * @param tooLarge whether its data was over the limit and has been dropped
 * @param whose the request of ours that an event too large would have answered, where that could be found
 */
@SuppressWarnings("ArrayRecordComponent") // Data is decoded where it stands; nobody compares events.
record SseEvent(
        String type,
        byte[] data,
        @Nullable String id,
        boolean tooLarge,
        @Nullable RequestId whose) {
    private static final byte[] NO_DATA = {};

    static SseEvent of(String type, byte[] data, @Nullable String id) {
        return new SseEvent(type, data, id, false, null);
    }

    static SseEvent tooLarge(String type, @Nullable String id, @Nullable RequestId whose) {
        return new SseEvent(type, NO_DATA, id, true, whose);
    }
}
