package dev.fairlead.host.metrics;

import dev.fairlead.host.event.Redactor;

/** Traces the calls of tools. */
@FunctionalInterface
public interface CallTracing {

    /** Traces nothing. */
    CallTracing NONE = (server, tool, traits) -> CallSpan.NONE;

    /**
     * Begins a span around a call, and makes it the current one of this thread.
     *
     * @param tool the name of the tool as its server knows it
     */
    CallSpan start(String server, String tool, ServerTraits traits);

    /** Returns the tracing of the OpenTelemetry that this program has set up; {@link #NONE} where it has not that library. */
    static CallTracing detected(Redactor redactor) {
        return Libraries.hasOpenTelemetry() ? OpenTelemetryTracing.global(redactor) : NONE;
    }
}
