package dev.fairlead.protocol.rpc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Turns bytes into messages and back. Reading never throws: what cannot be read becomes {@link Message.Malformed}. */
public final class MessageCodec {
    private static final int EXCERPT_BYTES = 400;
    private static final int MAX_BATCH = 1000;
    private static final int MARK_BYTES = 3;

    private MessageCodec() {}

    /** Reads the one message in these bytes, or each message of a batch, and hands it on. */
    public static void decode(byte[] bytes, int offset, int length, Consumer<Message> sink) {
        int start = offset;
        int end = offset + length;
        // NUL and byte-order marks around a message carry no meaning and come from careless writers.
        while (start < end && (isPadding(bytes[start]) || isMark(bytes, start, end))) {
            start += isPadding(bytes[start]) ? 1 : MARK_BYTES;
        }
        while (end > start && (isPadding(bytes[end - 1]) || isMark(bytes, end - MARK_BYTES, end))) {
            end -= isPadding(bytes[end - 1]) ? 1 : MARK_BYTES;
        }
        if (start == end || (bytes[start] != '{' && bytes[start] != '[')) {
            sink.accept(new Message.Malformed(null, false, "not a JSON-RPC message", excerpt(bytes, start, end)));
            return;
        }
        var quick = quick(bytes, start, end);
        if (quick != null) {
            sink.accept(quick);
            return;
        }
        try (var parser = Json.parser(bytes, start, end - start)) {
            decode(parser, bytes, start, end, sink);
        } catch (JacksonException problem) {
            sink.accept(malformed(problem.getOriginalMessage(), bytes, start, end));
        } catch (NumberFormatException | ArithmeticException outOfRange) {
            // An exponent beyond what a decimal can hold escapes the parser like this.
            sink.accept(malformed("a number beyond all bounds", bytes, start, end));
        }
    }

    /** Reads one message. */
    public static Message decode(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var last = new Message[1];
        decode(bytes, 0, bytes.length, message -> last[0] = message);
        return last[0];
    }

    /** Writes a message as one line of UTF-8, without a line end. */
    public static byte[] encode(Message message) {
        var quick = quick(message);
        return quick == null ? thorough(message) : quick;
    }

    /** Writes a message that is as usual; null where the generator has to write it. */
    private static byte @Nullable [] quick(Message message) {
        if (message instanceof Request request) {
            return QuickWriter.call(request.id(), request.method(), request.params());
        }
        return message instanceof Notification notification
                ? QuickWriter.call(null, notification.method(), notification.params())
                : null;
    }

    /** Writes any message. */
    static byte[] thorough(Message message) {
        var out = new ByteArrayOutputStream(256);
        try (var json = Json.generator(out)) {
            json.writeStartObject();
            json.writeStringProperty("jsonrpc", "2.0");
            members(json, message);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void members(JsonGenerator json, Message message) {
        if (message instanceof Request request) {
            write(json, request.id());
            call(json, request.method(), request.params());
        } else if (message instanceof Notification notification) {
            call(json, notification.method(), notification.params());
        } else if (message instanceof Response.Result result) {
            write(json, result.id());
            json.writeName("result");
            TreeWriter.write(json, result.result());
        } else if (message instanceof Response.Failure failure) {
            write(json, failure.id());
            json.writeName("error");
            TreeWriter.write(json, failure.error().toJson());
        } else {
            throw new IllegalArgumentException("cannot be sent: " + message);
        }
    }

    /** Reads a message that is as usual; null where the parser has to look at it. */
    private static @Nullable Message quick(byte[] bytes, int start, int end) {
        var members = QuickReader.message(bytes, start, end);
        return members == null ? null : new Envelope().read(members);
    }

    private static void decode(JsonParser parser, byte[] bytes, int start, int end, Consumer<Message> sink) {
        var budget = new ValueBudget(); // Of all of a batch together, as all of it may be kept.
        if (parser.nextToken() == JsonToken.START_OBJECT) {
            var message = new Envelope().read(parser, budget, () -> excerpt(bytes, start, end));
            sink.accept(parser.nextToken() == null ? message : malformed("text after the message", bytes, start, end));
            return;
        }
        if (parser.nextToken() == JsonToken.END_ARRAY) {
            sink.accept(malformed("an empty batch", bytes, start, end));
            return;
        }
        int elements = 0;
        do {
            if (++elements > MAX_BATCH) {
                // A few bytes for each element would otherwise become far more in memory.
                sink.accept(malformed("a batch of more than %s messages".formatted(MAX_BATCH), bytes, start, end));
                return;
            }
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                sink.accept(new Envelope().read(parser, budget, () -> excerpt(bytes, start, end)));
            } else {
                new Envelope().pass(parser);
                sink.accept(new Message.Malformed(
                        null, false, "a batch with an element that is no message", excerpt(bytes, start, end)));
            }
        } while (parser.nextToken() != JsonToken.END_ARRAY);
        if (parser.nextToken() != null) {
            sink.accept(malformed("text after the batch", bytes, start, end));
        }
    }

    private static void write(JsonGenerator json, @Nullable RequestId id) {
        json.writeName("id");
        if (id == null) {
            json.writeNull();
        } else {
            TreeWriter.write(json, id.toJson());
        }
    }

    private static void call(
            JsonGenerator json, String method, tools.jackson.databind.node.@Nullable ObjectNode params) {
        json.writeStringProperty("method", method);
        if (params != null) {
            json.writeName("params");
            TreeWriter.write(json, params);
        }
    }

    private static Message.Malformed malformed(String problem, byte[] bytes, int start, int end) {
        var scanner = new IdScanner();
        scanner.feed(bytes, start, end - start);
        return new Message.Malformed(scanner.id(), scanner.asks(), Excerpt.of(problem), excerpt(bytes, start, end));
    }

    private static String excerpt(byte[] bytes, int start, int end) {
        int shown = Math.min(end - start, EXCERPT_BYTES);
        return Excerpt.of(new String(bytes, start, shown, StandardCharsets.UTF_8));
    }

    private static boolean isPadding(byte b) {
        return b == 0 || b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private static boolean isMark(byte[] bytes, int at, int end) {
        return at >= 0
                && at + MARK_BYTES <= end
                && (bytes[at] & 0xff) == 0xEF
                && (bytes[at + 1] & 0xff) == 0xBB
                && (bytes[at + 2] & 0xff) == 0xBF;
    }
}
