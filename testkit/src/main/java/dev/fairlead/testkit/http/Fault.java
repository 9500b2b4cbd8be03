package dev.fairlead.testkit.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** One way to spoil the answer to a request. */
@FunctionalInterface
public interface Fault {

    /** Resets the connection as soon as the head of the request has come; the rule sees no body. Combines with nothing. */
    Fault RESET_UNREAD = (exchange, usual) -> exchange.reset();

    /** Answers in place of the usual handler, or lets it answer and spoils that. */
    void strike(HttpExchange exchange, HttpHandler usual) throws IOException, InterruptedException;

    /** Returns this fault with another inside it. */
    default Fault and(Fault other) {
        return (exchange, usual) -> strike(exchange, inner -> other.strike(inner, usual));
    }

    // Time.

    /** Does nothing about the request for a while, then behaves. */
    static Fault delay(Duration pause) {
        return (exchange, usual) -> {
            if (exchange.pause(pause)) {
                usual.handle(exchange);
            }
        };
    }

    /** Waits between the head and the body of the answer. */
    static Fault delayBody(Duration pause) {
        return (exchange, usual) -> {
            exchange.through(out -> new PacedOutput(out, exchange, false, pause));
            usual.handle(exchange);
        };
    }

    /** Sends the answer byte by byte, with a pause before each. */
    static Fault drip(Duration pause) {
        return (exchange, usual) -> {
            exchange.through(out -> new PacedOutput(out, exchange, true, pause));
            usual.handle(exchange);
        };
    }

    /** Does nothing about the request and never answers. */
    static Fault stall() {
        return (exchange, usual) -> exchange.awaitGone();
    }

    /** Carries the request out and never answers. */
    static Fault stallAfterExecuting() {
        return (exchange, usual) -> exchange.unheard(usual);
    }

    /** Stops for ever after so many bytes of the body, chunk sizes counted; 0 stops after the head. */
    static Fault stallBody(int bytes) {
        return body(bytes, exchange -> {});
    }

    // The connection.

    /** Ends the connection without a word after so many bytes of the body, chunk sizes counted. */
    static Fault cutBody(int bytes) {
        return body(bytes, HttpExchange::hangUp);
    }

    /** Resets the connection after so many bytes of the body, chunk sizes counted. */
    static Fault resetBody(int bytes) {
        return body(bytes, HttpExchange::reset);
    }

    private static Fault body(int bytes, Consumer<HttpExchange> then) {
        return (exchange, usual) -> {
            exchange.through(out -> new ShortOutput(out, bytes, () -> then.accept(exchange)));
            usual.handle(exchange);
        };
    }

    /** Resets the connection and does nothing about the request. */
    static Fault reset() {
        return (exchange, usual) -> exchange.reset();
    }

    /** Carries the request out and resets the connection. */
    static Fault resetAfterExecuting() {
        return (exchange, usual) -> {
            exchange.unheard(usual);
            exchange.reset();
        };
    }

    /** Ends the connection without a word and does nothing about the request. */
    static Fault hangUp() {
        return (exchange, usual) -> exchange.hangUp();
    }

    /** Carries the request out and ends the connection without a word. */
    static Fault hangUpAfterExecuting() {
        return (exchange, usual) -> {
            exchange.unheard(usual);
            exchange.hangUp();
        };
    }

    /** Behaves, and then ends the connection without having said so. */
    static Fault closeAfterwards() {
        return (exchange, usual) -> {
            exchange.hangUpAfterwards();
            usual.handle(exchange);
        };
    }

    /** Behaves, and ends the connection when it is used again. */
    static Fault closeOnReuse() {
        return (exchange, usual) -> {
            exchange.hangUpOnReuse();
            usual.handle(exchange);
        };
    }

    // Other answers; the request is not carried out.

    /** Answers with a status and nothing else. */
    static Fault answer(int status) {
        return answer(status, Map.of(), "");
    }

    /** Answers anything. */
    static Fault answer(int status, Map<String, String> headers, String body) {
        return (exchange, usual) -> exchange.answer(status, headers, body);
    }

    /** Wants to know who is asking. */
    static Fault unauthorized(String challenge) {
        return answer(401, Map.of("WWW-Authenticate", challenge), "");
    }

    /** Asks to come back later, in whatever words. */
    static Fault retryAfter(int status, String when) {
        return answer(status, Map.of("Retry-After", when), "");
    }

    /** Sends the client elsewhere. */
    static Fault redirect(int status, String location) {
        return answer(status, Map.of("Location", location), "");
    }

    /** Answers with JSON, as it says, of no length. */
    static Fault empty(int status) {
        return answer(status, status == 204 ? Map.of() : Map.of("Content-Type", "application/json"), "");
    }

    /** Answers a call with text that is so many bytes long and nearly nothing on the wire. */
    static Fault gzipBomb(long bytes) {
        return (exchange, usual) -> {
            exchange.impose("Content-Encoding", "gzip");
            var bomb = Gzip.bomb(exchange.request().rpcId(), bytes);
            exchange.body(unused -> bomb);
            exchange.answer(200, Map.of("Content-Type", "application/json"), "");
        };
    }

    /** Answers in chunks that are wrong in one of five ways, from 0 to 4. */
    static Fault brokenChunks(int way) {
        var chunks = switch (way) {
            case 0 -> "zz\r\n{}\r\n0\r\n\r\n";
            case 1 -> "-5\r\n{}\r\n0\r\n\r\n";
            case 2 -> "FFFFFFFFFFFFFFFFF\r\n{}";
            case 3 -> "2\r\n{}0\r\n\r\n";
            default -> "2;" + "x".repeat(1 << 20) + "\r\n{}\r\n0\r\n\r\n";
        };
        var text = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;
        return (exchange, usual) -> {
            exchange.raw(text.getBytes(StandardCharsets.ISO_8859_1));
            exchange.hangUpAfterwards();
            exchange.done();
        };
    }

    // The usual answer, but.

    /** Adds a header or replaces it; the value may be anything, line ends included. */
    static Fault header(String name, String value) {
        return (exchange, usual) -> {
            exchange.impose(name, value);
            usual.handle(exchange);
        };
    }

    /** Compresses the answer, unless it is a stream of events. */
    static Fault gzip() {
        return (exchange, usual) -> {
            exchange.impose("Content-Encoding", "gzip");
            exchange.body(Gzip::compress);
            usual.handle(exchange);
        };
    }

    /** Adds so many headers of such length. */
    static Fault headerFlood(int count, int length) {
        return (exchange, usual) -> {
            for (int i = 0; i < count; i++) {
                exchange.impose("X-Flood-" + i, "x".repeat(length));
            }
            usual.handle(exchange);
        };
    }

    /** Says so many times that it is at work before it answers. */
    static Fault informational(int count) {
        return (exchange, usual) -> {
            var word = "HTTP/1.1 102 Processing\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
            for (int i = 0; i < count; i++) {
                exchange.raw(word);
            }
            usual.handle(exchange);
        };
    }
}
