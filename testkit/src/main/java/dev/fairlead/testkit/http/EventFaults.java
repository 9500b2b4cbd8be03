package dev.fairlead.testkit.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Ways to spoil a stream of events; where the usual answer is JSON, it becomes a stream first. */
public final class EventFaults {
    private EventFaults() {}

    /** Writes what the standard allows and nobody expects: marks, all kinds of line ends, comments, unknown fields. */
    public static Fault noise() {
        return (exchange, usual) -> {
            var begun = new AtomicBoolean();
            exchange.style((event, request) -> (begun.getAndSet(true) ? "" : "\uFEFF") + noisy(event));
            usual.handle(exchange);
        };
    }

    private static String noisy(ServerSentEvent event) {
        var text = new StringBuilder(": a comment\r\n:\rcolour: green\nretry: soon\nretry: 999999999999\r\nretry: 7\n");
        text.append("event: weather\rdata: not for you\r\r");
        text.append("data\n\n");
        text.append("event: forgotten\r\n\r\n");
        if (event.id() != null) {
            text.append("id: ").append(event.id()).append('\r');
        }
        var type = event.type() == null ? "message" : event.type();
        var data = event.data() == null ? "" : event.data();
        if (data.startsWith("{")) {
            // JSON does not mind a line end after its first brace.
            return text.append("event:message\r\ndata:{\ndata: ")
                    .append(data.substring(1))
                    .append("\r\n\n")
                    .toString();
        }
        return text.append("event: ")
                .append(type)
                .append("\ndata: ")
                .append(data)
                .append("\n\r\n")
                .toString();
    }

    /** Sends messages of somebody's choice before every one of its own. */
    public static Fault preceding(Function<RecordedRequest, List<String>> others) {
        return (exchange, usual) -> {
            exchange.style((event, request) -> {
                var text = new StringBuilder();
                others.apply(request)
                        .forEach(json ->
                                text.append(ServerSentEvent.message(json).text()));
                return text + event.text();
            });
            usual.handle(exchange);
        };
    }

    /** Writes the events of the usual answer in another way. */
    public static Fault style(EventStyle style) {
        return (exchange, usual) -> {
            exchange.style(style);
            usual.handle(exchange);
        };
    }

    /** Sends nothing but comments, for ever, and does nothing about the request. */
    public static Fault commentsForever(Duration pause) {
        return (exchange, usual) -> {
            var stream = exchange.events(Map.of());
            while (stream.pause(pause)) {
                stream.comment("still here");
            }
        };
    }

    /** Carries the request out and ends the stream, in good order, without its answer. */
    public static Fault closeEarly() {
        return (exchange, usual) -> {
            exchange.unheard(usual);
            var stream = exchange.events(Map.of());
            stream.comment("that was all");
            stream.end();
        };
    }

    /** Ends a stream, in good order, that has said nothing, and does nothing about the request. */
    public static Fault closeUnexecuted() {
        return (exchange, usual) -> exchange.events(Map.of()).end();
    }

    /** Carries the request out and stops for ever in the middle of an event. */
    public static Fault stallMidEvent() {
        return (exchange, usual) -> {
            exchange.unheard(usual);
            exchange.events(Map.of())
                    .raw("data: {\"jsonrpc\":\"2.0\",\"id\":"
                            + exchange.request().rpcId());
        };
    }

    /** Sends one event that never ends, and counts the bytes that the client let it send. */
    public static Fault endlessEvent(AtomicLong sent) {
        return (exchange, usual) -> {
            var stream = exchange.events(Map.of());
            var piece = "x".repeat(1 << 14);
            stream.raw("data: \"");
            while (stream.open()) {
                stream.raw(piece);
                sent.addAndGet(piece.length());
            }
        };
    }

    /** Sends a JSON answer that never ends, and counts the bytes that the client let it send. */
    public static Fault endlessJson(AtomicLong sent) {
        return (exchange, usual) -> {
            exchange.raw(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
                            + "{\"jsonrpc\":\"2.0\",\"id\":"
                            + exchange.request().rpcId() + ",\"result\":{\"a\":\"")
                    .getBytes(StandardCharsets.US_ASCII));
            var piece = "x".repeat(1 << 14).getBytes(StandardCharsets.US_ASCII);
            while (!exchange.gone()) {
                exchange.raw(piece);
                sent.addAndGet(piece.length);
            }
        };
    }
}
