package dev.fairlead.client.peer;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What travels along with a call through all its round trips: limits, listener, and its own metadata. */
public final class CallScope {
    private final Limits limits;
    private final CallListener listener;
    private final @Nullable LogLevel logLevel;
    private final @Nullable ObjectNode meta;
    private final Headers headers;
    private volatile long started;
    private volatile Deadline total;

    /** Starts the clock of a call. */
    public CallScope(
            Limits limits,
            CallListener listener,
            @Nullable LogLevel logLevel,
            @Nullable ObjectNode meta,
            Headers headers) {
        this.limits = limits;
        this.listener = listener;
        this.logLevel = logLevel;
        this.meta = meta;
        this.headers = headers;
        this.started = System.nanoTime();
        this.total = Deadline.after(limits.total());
    }

    private CallScope(CallScope whole, Limits limits) {
        this.limits = limits;
        this.listener = whole.listener;
        this.logLevel = whole.logLevel;
        this.meta = whole.meta;
        this.headers = whole.headers;
        this.started = whole.started;
        this.total = whole.total;
    }

    /** Starts the clock again, for a call that begins anew. */
    public void restart() {
        started = System.nanoTime();
        total = Deadline.after(limits.total());
    }

    /** Returns this scope for a step that may rightly be silent until the whole is over. */
    public CallScope patient() {
        return new CallScope(this, Limits.within(limits.total()));
    }

    /** Returns a scope with these limits and nothing else. */
    public static CallScope within(Limits limits) {
        return new CallScope(limits, CallListener.NONE, null, null, Headers.NONE);
    }

    /** Returns a scope with these limits that ends at the deadline, if that is earlier. */
    public static CallScope within(Limits limits, Deadline deadline) {
        var rest = deadline.remaining();
        // Limits are positive, and what has passed is as good as passing at once.
        return within(
                limits.total().compareTo(rest) <= 0
                        ? limits
                        : limits.withTotal(rest.isPositive() ? rest : Duration.ofNanos(1)));
    }

    public Limits limits() {
        return limits;
    }

    public CallListener listener() {
        return listener;
    }

    public @Nullable LogLevel logLevel() {
        return logLevel;
    }

    public @Nullable ObjectNode meta() {
        return meta;
    }

    /** Returns what accompanies the requests of the call. */
    public Headers headers() {
        return headers;
    }

    /** Returns when the call must be over. */
    public Deadline total() {
        return total;
    }

    /** Returns how long the call has been under way. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
