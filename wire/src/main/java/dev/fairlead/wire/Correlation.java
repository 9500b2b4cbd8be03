package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.RequestId;
import java.util.Optional;

/** Knows which exchange a notification belongs to, so that a shared line can be sorted without knowing MCP. */
@FunctionalInterface
public interface Correlation {

    /** Returns the request that the notification is about; empty if it is about none. */
    Optional<RequestId> exchangeOf(Notification notification);
}
