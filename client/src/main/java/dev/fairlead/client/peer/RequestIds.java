package dev.fairlead.client.peer;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Correlation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Numbers the requests of one connection, and recognises the notifications that belong to them. */
public final class RequestIds implements Correlation {
    private static final String PROGRESS = "notifications/progress";

    private final AtomicLong last = new AtomicLong();
    private final ConcurrentHashMap<RequestId, Invocation> calls = new ConcurrentHashMap<>();
    private final Set<RequestId> subscriptions = ConcurrentHashMap.newKeySet();

    /** Returns an id never used before on this connection; it is also the progress token of its request. */
    public RequestId next() {
        return RequestId.of(last.incrementAndGet());
    }

    /** Notes that a call is under way. */
    void opened(RequestId call, Invocation what) {
        calls.put(call, what);
    }

    /** Notes that a call is over. */
    void closed(RequestId call) {
        calls.remove(call);
        subscriptions.remove(call);
    }

    /** Notes that the server may end this request by cancelling it. */
    void openedSubscription(RequestId listen) {
        subscriptions.add(listen);
    }

    /** Returns the calls under way. */
    Map<RequestId, Invocation> open() {
        return Map.copyOf(calls);
    }

    @Override
    public Optional<RequestId> exchangeOf(Notification notification) {
        var params = notification.params();
        if (params == null) {
            return Optional.empty();
        }
        return switch (notification.method()) {
            case PROGRESS -> idIn(params.get(MetaKey.PROGRESS_TOKEN));
            case "notifications/cancelled" -> idIn(params.get("requestId")).filter(subscriptions::contains);
            default ->
                params.get("_meta") instanceof ObjectNode meta
                        ? idIn(meta.get(MetaKey.SUBSCRIPTION_ID))
                        : Optional.empty();
        };
    }

    /** Progress tells how far its call is by now; of other news each counts. */
    @Override
    public Optional<Object> subjectOf(Notification notification) {
        var params = notification.params();
        return params != null && notification.method().equals(PROGRESS)
                ? Optional.ofNullable(params.get(MetaKey.PROGRESS_TOKEN))
                : Optional.empty();
    }

    static Optional<RequestId> idIn(@Nullable JsonNode node) {
        if (node == null) {
            return Optional.empty();
        }
        if (node.isString()) {
            return Optional.of(RequestId.of(node.stringValue()));
        }
        return node.isNumber() && node.canConvertToExactIntegral() && node.canConvertToLong()
                ? Optional.of(RequestId.of(node.longValue()))
                : Optional.empty();
    }
}
