package dev.fairlead.client;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.peer.CallScope;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Tool;
import dev.fairlead.wire.Headers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is special about one call.
 *
 * @param limits how long it may take; null for what the client or the tool says
 * @param listener who hears of it while it is under way
 * @param logLevel from which level on the server may log about it; modern servers only
 * @param meta members for the {@code _meta} of the request
 * @param headers what accompanies the request, where it travels over HTTP
 * @param expected the definition that a tool must still have for it to be called; null if it does not matter
 */
public record CallOptions(
        @Nullable Limits limits,
        CallListener listener,
        @Nullable LogLevel logLevel,
        @Nullable ObjectNode meta,
        Headers headers,
        @Nullable Tool expected) {
    private static final CallOptions USUAL = new CallOptions(null, CallListener.NONE, null, null, Headers.NONE, null);

    /** Returns options with nothing special. */
    public static CallOptions usual() {
        return USUAL;
    }

    /** Returns options for a call that must be over after {@code total}. */
    public static CallOptions within(Duration total) {
        return USUAL.withLimits(Limits.within(total));
    }

    /** Returns these options with other limits. */
    public CallOptions withLimits(Limits special) {
        return new CallOptions(special, listener, logLevel, meta, headers, expected);
    }

    /** Returns these options with a listener. */
    public CallOptions withListener(CallListener hearing) {
        return new CallOptions(limits, hearing, logLevel, meta, headers, expected);
    }

    /** Returns these options with a log level. */
    public CallOptions withLogLevel(LogLevel level) {
        return new CallOptions(limits, listener, level, meta, headers, expected);
    }

    /** Returns these options with metadata for the request. */
    public CallOptions withMeta(ObjectNode members) {
        return new CallOptions(limits, listener, logLevel, members, headers, expected);
    }

    /**
     * Returns these options with a header for the request; transports without headers ignore it.
     *
     * @throws IllegalArgumentException if the name or the value is not fit to travel, or the name is the protocol's
     */
    public CallOptions withHeader(String name, String value) {
        return new CallOptions(limits, listener, logLevel, meta, headers.withOwn(name, value), expected);
    }

    /**
     * Returns these options for a call that is only made while the server still defines the tool so, and otherwise fails
     * with a {@link dev.fairlead.protocol.error.ToolChangedException}.
     */
    public CallOptions expecting(Tool definition) {
        return new CallOptions(limits, listener, logLevel, meta, headers, definition);
    }

    CallScope scope(Limits usual) {
        return new CallScope(limits == null ? usual : limits, listener, logLevel, meta, headers);
    }
}
