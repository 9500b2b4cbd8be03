package dev.fairlead.client.peer;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Wire;

/** Tells a server that an answer is no longer wanted. */
final class Cancellation {
    private Cancellation() {}

    /** Posts the notification; a line that is already broken needs none. */
    static void post(Wire wire, RequestId id, String reason) {
        var params = Json.object();
        params.set("requestId", id.toJson());
        params.put("reason", reason);
        try {
            wire.post(new Notification("notifications/cancelled", params));
        } catch (McpException gone) {
            // Whoever waits on the broken line is told by the line itself; there is nobody left to cancel.
            return;
        }
    }
}
