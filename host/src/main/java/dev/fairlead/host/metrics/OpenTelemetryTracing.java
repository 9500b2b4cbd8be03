package dev.fairlead.host.metrics;

import dev.fairlead.host.event.Redactor;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.util.function.Supplier;

/** Traces calls with OpenTelemetry, by its conventions for MCP. Needs that library, and is loaded only where it is. */
@SuppressWarnings("exports") // Whoever uses this class has OpenTelemetry; whoever does not, needs it not.
public final class OpenTelemetryTracing implements CallTracing {
    private static final String SCOPE = "dev.fairlead.host";
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey(Convention.ERROR_TYPE);
    private static final AttributeKey<String> STATUS_CODE = AttributeKey.stringKey(Convention.STATUS_CODE);
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("fairlead.attempt");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("fairlead.reason");

    private final Supplier<OpenTelemetry> telemetry;
    private final Redactor redactor;

    private OpenTelemetryTracing(Supplier<OpenTelemetry> telemetry, Redactor redactor) {
        this.telemetry = telemetry;
        this.redactor = redactor;
    }

    /** Returns the tracing of this OpenTelemetry. */
    public static OpenTelemetryTracing of(OpenTelemetry telemetry, Redactor redactor) {
        return new OpenTelemetryTracing(() -> telemetry, redactor);
    }

    /** Returns the tracing of whichever OpenTelemetry the program sets up, now or later. */
    static OpenTelemetryTracing global(Redactor redactor) {
        // Asking in any other way would keep the program from setting it up afterwards.
        return new OpenTelemetryTracing(GlobalOpenTelemetry::getOrNoop, redactor);
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // The span closes it, and is closed by whoever began it.
    public CallSpan start(String server, String tool, ServerTraits traits) {
        var name = redactor.text(tool);
        var builder = telemetry
                .get()
                .getTracer(SCOPE)
                .spanBuilder(Convention.TOOLS_CALL + " " + name)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(Convention.METHOD, Convention.TOOLS_CALL)
                .setAttribute(Convention.OPERATION, Convention.EXECUTE_TOOL)
                .setAttribute(Convention.TOOL, name)
                .setAttribute(Convention.SERVER, server);
        describe(builder, traits);
        var span = builder.startSpan();
        return new Traced(span, span.makeCurrent(), redactor);
    }

    private static void describe(SpanBuilder builder, ServerTraits traits) {
        if (traits.protocolVersion() != null) {
            builder.setAttribute(Convention.PROTOCOL_VERSION, traits.protocolVersion());
        }
        if (traits.networkTransport() != null) {
            builder.setAttribute(Convention.NETWORK_TRANSPORT, traits.networkTransport());
        }
        if (traits.address() != null) {
            builder.setAttribute(Convention.SERVER_ADDRESS, traits.address());
            if (traits.port() > 0) {
                builder.setAttribute(Convention.SERVER_PORT, traits.port());
            }
        }
    }

    private record Traced(Span span, Scope scope, Redactor redactor) implements CallSpan {
        @Override
        public void retried(int attempt, String because) {
            span.addEvent("retry", Attributes.of(ATTEMPT, (long) attempt, REASON, redactor.text(because)));
        }

        @Override
        public void failed(String errorType, String message) {
            span.setStatus(StatusCode.ERROR, redactor.text(message));
            span.setAttribute(ERROR_TYPE, errorType);
            // The code of a JSON-RPC error is the only sort of failure that is a negative number.
            if (errorType.startsWith("-")) {
                span.setAttribute(STATUS_CODE, errorType);
            }
        }

        @Override
        public void close() {
            scope.close();
            span.end();
        }
    }
}
