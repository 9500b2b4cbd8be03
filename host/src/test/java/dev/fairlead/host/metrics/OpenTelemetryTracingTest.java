package dev.fairlead.host.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.event.ErrorType;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Spans around calls. */
class OpenTelemetryTracingTest {
    private final List<SpanData> spans = new ArrayList<>();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(new SpanProcessor() {
                @Override
                public void onStart(Context parent, ReadWriteSpan span) {}

                @Override
                public boolean isStartRequired() {
                    return false;
                }

                @Override
                public void onEnd(ReadableSpan span) {
                    spans.add(span.toSpanData());
                }

                @Override
                public boolean isEndRequired() {
                    return true;
                }
            })
            .build();
    private final Redactor redactor = Redactor.usual();
    private final CallTracing tracing = OpenTelemetryTracing.of(
            new OpenTelemetry() {
                @Override
                public TracerProvider getTracerProvider() {
                    return provider;
                }

                @Override
                public ContextPropagators getPropagators() {
                    return ContextPropagators.noop();
                }
            },
            redactor);

    @AfterEach
    void close() {
        provider.close();
    }

    private static Map<String, Object> map(Attributes attributes) {
        var map = new TreeMap<String, Object>();
        attributes.forEach((key, value) -> map.put(key.getKey(), value));
        return map;
    }

    @Test
    void aCallIsASpanOfTheConvention() {
        try (var span = tracing.start("files", "read", ServerTraits.remote("2026-07-28", "example.com", 443))) {
            span.retried(2, "busy");
        }
        var span = spans.getFirst();
        assertThat(span.getName()).isEqualTo("tools/call read");
        assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(map(span.getAttributes()))
                .isEqualTo(Map.of(
                        "mcp.method.name", "tools/call",
                        "gen_ai.operation.name", "execute_tool",
                        "gen_ai.tool.name", "read",
                        "mcp.protocol.version", "2026-07-28",
                        "network.transport", "tcp",
                        "server.address", "example.com",
                        "server.port", 443L,
                        "fairlead.server", "files"));
        assertThat(span.getEvents())
                .singleElement()
                .satisfies(event -> assertThat(map(event.getAttributes())).containsEntry("fairlead.attempt", 2L));
    }

    @Test
    void aFailureIsAnErrorOfASortAndShowsNoSecret() {
        try (var hold = redactor.hold("hunter2-secret");
                var span = tracing.start("files", "read", ServerTraits.process(null))) {
            span.failed("-32602", "no such key: hunter2-secret");
        }
        var span = spans.getFirst();
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getStatus().getDescription()).isEqualTo("no such key: [hidden]");
        assertThat(map(span.getAttributes()))
                .containsEntry("error.type", "-32602")
                .containsEntry("rpc.response.status_code", "-32602");
    }

    @Test
    void aToolThatFailedHasNoCode() {
        try (var span = tracing.start("files", "read", ServerTraits.unknown())) {
            span.failed(ErrorType.TOOL, "it says so");
        }
        assertThat(spans.getFirst().getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo("tool_error");
        assertThat(spans.getFirst().getAttributes().get(AttributeKey.stringKey("rpc.response.status_code")))
                .isNull();
    }

    @EachEra
    void theServerIsToldWhichSpanCallsIt(Era era) {
        var parents = new LinkedBlockingQueue<String>();
        var server = FakeServer.named("traced")
                .era(era)
                .tool(Tool.of("echo", null, Json.object().put("type", "object")), call -> {
                    parents.add(call.meta().path("traceparent").asString("none"));
                    return CallToolResult.ofText("hi");
                })
                .build();
        try (var client = McpClient.connect(server.transport(), ClientProfile.usual())) {
            try (var span = tracing.start("traced", "echo", ServerTraits.unknown())) {
                client.callTool("echo", Map.of());
            }
            client.callTool("echo", Map.of());
        }
        var span = spans.getFirst();
        assertThat(parents)
                .containsExactly(
                        "00-%s-%s-%s"
                                .formatted(
                                        span.getTraceId(),
                                        span.getSpanId(),
                                        span.getSpanContext().getTraceFlags().asHex()),
                        "none");
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }

    @Test
    void aProgramThatSetsUpNothingIsTracedByNobody() {
        try (var span = CallTracing.detected(redactor).start("s", "t", ServerTraits.unknown())) {
            span.failed(ErrorType.OTHER, "x");
            assertThat(Span.current().getSpanContext().isValid()).isFalse();
        }
    }
}
