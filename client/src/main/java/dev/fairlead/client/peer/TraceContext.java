package dev.fairlead.client.peer;

import dev.fairlead.protocol.MetaKey;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The trace that the application is in, handed on to servers: that of the current thread, if it uses OpenTelemetry. */
public final class TraceContext {
    private static final int MAX_TRACESTATE_MEMBERS = 32;
    private static final int MAX_BAGGAGE_LENGTH = 8192;

    private static final boolean PRESENT = usesOpenTelemetry();
    private static final Supplier<Map<String, String>> CURRENT = PRESENT ? OpenTelemetry::fields : Map::of;

    private TraceContext() {}

    /** Adds the position in the current trace and its baggage, unless there is another one already. */
    static void addTo(ObjectNode meta) {
        var fields = CURRENT.get();
        if (fields.isEmpty()) {
            return;
        }
        var parent = fields.getOrDefault(MetaKey.TRACEPARENT, "");
        // The two belong together: a state says nothing about the trace of somebody else.
        if (!meta.has(MetaKey.TRACEPARENT)
                && !meta.has(MetaKey.TRACESTATE)
                && Shape.TRACEPARENT.matcher(parent).matches()) {
            meta.put(MetaKey.TRACEPARENT, parent);
            put(meta, MetaKey.TRACESTATE, state(fields.getOrDefault(MetaKey.TRACESTATE, "")));
        }
        if (!meta.has(MetaKey.BAGGAGE)) {
            put(meta, MetaKey.BAGGAGE, baggage(fields.getOrDefault(MetaKey.BAGGAGE, "")));
        }
    }

    /** Returns work that, on whichever thread it is done, belongs to the trace that this thread is in now. */
    public static Runnable carriedBy(Runnable work) {
        return PRESENT ? OpenTelemetry.carriedBy(work) : work;
    }

    private static void put(ObjectNode meta, String key, String value) {
        if (!value.isEmpty()) {
            meta.put(key, value);
        }
    }

    private static String state(String members) {
        return Arrays.stream(members.split(",", -1))
                .map(String::strip)
                .filter(member -> Shape.TRACESTATE_MEMBER.matcher(member).matches())
                .limit(MAX_TRACESTATE_MEMBERS)
                .collect(Collectors.joining(","));
    }

    private static String baggage(String members) {
        var valid = new StringBuilder();
        for (var member : members.split(",", -1)) {
            if (valid.length() + 1 + member.length() <= MAX_BAGGAGE_LENGTH
                    && Shape.BAGGAGE_MEMBER.matcher(member).matches()) {
                valid.append(valid.isEmpty() ? "" : ",").append(member);
            }
        }
        return valid.toString();
    }

    private static boolean usesOpenTelemetry() {
        // Looking for what is not there opens every jar, and a short command has better things to do.
        if ("absent".equals(System.getProperty("fairlead.opentelemetry"))) {
            return false;
        }
        try {
            var loader = TraceContext.class.getClassLoader();
            for (var name : new String[] {
                "io.opentelemetry.context.Context", "io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator"
            }) {
                // It may lie beside the modules, where nothing in a module looks by itself.
                TraceContext.class
                        .getModule()
                        .addReads(Class.forName(name, false, loader).getModule());
            }
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /** What fields must look like; not compiled where there are none. */
    private static final class Shape {
        static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
        static final Pattern TRACESTATE_MEMBER =
                Pattern.compile("[a-z0-9][a-z0-9_*/@-]{0,255}+=[ -+\\x2d-<>-~]{0,255}[!-+\\x2d-<>-~]");
        private static final String KEY = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
        private static final String VALUE = "[!#-+\\x2d-:<-\\x5b\\x5d-~]*+";
        static final Pattern BAGGAGE_MEMBER =
                Pattern.compile(KEY + "=" + VALUE + "(?:;" + KEY + "(?:=" + VALUE + ")?+)*+");

        private Shape() {}
    }

    /** All that touches OpenTelemetry; never loaded where that is absent. */
    private static final class OpenTelemetry {
        private OpenTelemetry() {}

        static Runnable carriedBy(Runnable work) {
            return Context.current().wrap(work);
        }

        static Map<String, String> fields() {
            var fields = new HashMap<String, String>();
            var context = Context.current();
            TextMapSetter<Map<String, String>> setter = (unused, key, value) -> fields.put(key, value);
            W3CTraceContextPropagator.getInstance().inject(context, fields, setter);
            W3CBaggagePropagator.getInstance().inject(context, fields, setter);
            return fields;
        }
    }
}
