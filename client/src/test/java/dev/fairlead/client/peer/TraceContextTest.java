package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.BaggageEntryMetadata;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

@Verifies("A-25")
class TraceContextTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";
    private static final String PARENT = "00-" + TRACE + "-" + SPAN + "-01";

    private static Context traced(TraceState state) {
        return Context.root().with(Span.wrap(SpanContext.create(TRACE, SPAN, TraceFlags.getSampled(), state)));
    }

    private static ObjectNode added(Context context, String meta) {
        var node = (ObjectNode) Json.parse(meta.replace('\'', '"'));
        try (var current = context.makeCurrent()) {
            TraceContext.addTo(node);
        }
        return node;
    }

    private static void isAdded(Context context, String expected) {
        assertThat(added(context, "{}")).isEqualTo(Json.parse(expected.replace('\'', '"')));
    }

    @Test
    void withoutATraceNothingIsAdded() {
        isAdded(Context.root(), "{}");
        isAdded(Context.root().with(Span.getInvalid()), "{}");
    }

    @Test
    void theCurrentSpanIsTheParentOfTheRequest() {
        isAdded(traced(TraceState.getDefault()), "{'traceparent':'" + PARENT + "'}");
    }

    @Test
    void theStateOfTheTraceGoesWithIt() {
        var state = TraceState.builder()
                .put("rojo", "00f067aa0ba902b7")
                .put("tenant@acme", "x y")
                .build();
        isAdded(traced(state), "{'traceparent':'" + PARENT + "','tracestate':'tenant@acme=x y,rojo=00f067aa0ba902b7'}");
    }

    @Test
    void baggageNeedsNoSpan() {
        var baggage = Baggage.builder()
                .put("user", "Ann Müller, 50%")
                .put("shard", "7", BaggageEntryMetadata.create("ttl"))
                .build();
        var meta = added(Context.root().with(baggage), "{}");
        assertThat(meta.propertyNames()).containsExactly("baggage");
        assertThat(meta.get("baggage").stringValue().split(",", -1))
                .containsExactlyInAnyOrder("user=Ann%20M%C3%BCller%2C%2050%25", "shard=7;ttl");
    }

    @Test
    void whatIsNotOfTheRightFormatIsLeftOut() {
        var baggage = Baggage.builder()
                .put("not a key", "x")
                .put("bad\"key", "x")
                .put("good", "1")
                .build();
        isAdded(Context.root().with(baggage), "{'baggage':'good=1'}");
    }

    @Test
    void baggageStaysWithinItsLimit() {
        var baggage = Baggage.builder();
        for (int i = 0; i < 300; i++) {
            baggage.put("key" + i, "v".repeat(50));
        }
        var text =
                added(Context.root().with(baggage.build()), "{}").get("baggage").stringValue();
        assertThat(text).hasSizeBetween(1000, 8192).matches("(key\\d+=v{50},)*key\\d+=v{50}");
    }

    @Test
    void baggageMayFillItsLimit() {
        var first = "a=" + "v".repeat(4_000);
        var both = Baggage.builder().put("a", "v".repeat(4_000)).put("b", "v".repeat(8_192 - first.length() - 3));
        assertThat(added(Context.root().with(both.build()), "{}").get("baggage").stringValue())
                .hasSize(8_192);
        both.put("b", "v".repeat(8_192 - first.length() - 2));
        assertThat(added(Context.root().with(both.build()), "{}").get("baggage").stringValue())
                .isIn(first, "b=" + "v".repeat(8_192 - first.length() - 2));
    }

    @Nested
    class TheCallersOwn {
        private final Context current = traced(
                        TraceState.builder().put("a", "b").build())
                .with(Baggage.builder().put("k", "v").build());

        @Test
        void metadataStays() {
            assertThat(added(current, "{'mine':1,'progressToken':7}"))
                    .isEqualTo(Json.parse(("{'mine':1,'progressToken':7,'traceparent':'" + PARENT
                                    + "','tracestate':'a=b','baggage':'k=v'}")
                            .replace('\'', '"')));
        }

        @Test
        void traceStaysAsItIsAndGetsNoForeignState() {
            assertThat(added(current, "{'traceparent':'own'}"))
                    .isEqualTo(Json.parse("{\"traceparent\":\"own\",\"baggage\":\"k=v\"}"));
            assertThat(added(current, "{'tracestate':'own'}"))
                    .isEqualTo(Json.parse("{\"tracestate\":\"own\",\"baggage\":\"k=v\"}"));
        }

        @Test
        void baggageStays() {
            assertThat(added(current, "{'baggage':null}"))
                    .isEqualTo(
                            Json.parse("{\"baggage\":null,\"traceparent\":\"" + PARENT + "\",\"tracestate\":\"a=b\"}"));
        }
    }

    @Test
    void theTraceOfAnotherThreadIsNotTaken() throws Exception {
        var elsewhere = new CompletableFuture<ObjectNode>();
        try (var current = traced(TraceState.getDefault()).makeCurrent()) {
            Thread.ofVirtual().start(() -> {
                var meta = Json.object();
                TraceContext.addTo(meta);
                elsewhere.complete(meta);
            });
            assertThat(elsewhere.get(30, TimeUnit.SECONDS)).isEqualTo(Json.object());
        }
    }

    @Test
    void workThatIsHandedToAnotherThreadStaysInItsTrace() throws Exception {
        var meta = Json.object();
        var parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var span = SpanContext.create(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                TraceFlags.getSampled(),
                TraceState.getDefault());
        Runnable work;
        try (var scope = Span.wrap(span).makeCurrent()) {
            work = TraceContext.carriedBy(() -> TraceContext.addTo(meta));
        }
        Thread.ofVirtual().start(work).join();
        assertThat(meta.path("traceparent").asString("")).isEqualTo(parent);
    }

    @Test
    void withoutOpenTelemetryNothingIsAddedAndNothingFails() throws Exception {
        var loader = new WithoutOpenTelemetry();
        assertThatThrownBy(() -> loader.loadClass(Span.class.getName())).isInstanceOf(ClassNotFoundException.class);
        var alone = loader.loadClass(TraceContext.class.getName());
        assertThat(alone).isNotEqualTo(TraceContext.class);
        var addTo = alone.getDeclaredMethod("addTo", ObjectNode.class);
        addTo.setAccessible(true);
        var meta = Json.object().put("mine", 1);

        try (var current = traced(TraceState.getDefault()).makeCurrent()) {
            addTo.invoke(null, meta);
        }

        assertThat(meta).isEqualTo(Json.object().put("mine", 1));
    }

    /** Loads the class under test anew, in a world where OpenTelemetry does not exist. */
    private static final class WithoutOpenTelemetry extends ClassLoader {
        WithoutOpenTelemetry() {
            super(TraceContextTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.opentelemetry.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.equals(TraceContext.class.getName()) && !name.startsWith(TraceContext.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            var loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (var bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                var all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
