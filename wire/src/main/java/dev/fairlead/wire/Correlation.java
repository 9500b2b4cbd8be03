package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.RequestId;
import java.util.Optional;

/** Knows what notifications are about, so that a shared line can be sorted without knowing MCP. */
@FunctionalInterface
public interface Correlation {

    /** Returns the request that the notification is about; empty if it is about none. */
    Optional<RequestId> exchangeOf(Notification notification);

    /**
     * Returns what the notification tells the latest state of, so that it makes up for all before it of an equal subject;
     * empty if it tells something of its own.
     */
    default Optional<Object> subjectOf(Notification notification) {
        return Optional.empty();
    }
}
