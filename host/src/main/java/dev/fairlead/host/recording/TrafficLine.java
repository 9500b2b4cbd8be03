package dev.fairlead.host.recording;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.RequestId;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One line of a recording's file, as {@code docs/observability.md} describes it. */
final class TrafficLine {
    static final String FORMAT = "fairlead-recording";
    static final int VERSION = 1;

    /** How the first line of a recording begins, and of each part. */
    static final String BEGINNING = "{\"format\":\"%s\"".formatted(FORMAT);

    /** What tells the lines of a recorder from those of another; files of old have it nowhere. */
    static final String PART = "part";

    private TrafficLine() {}

    /** Returns the line that begins a recording, or a further part of one. */
    static ObjectNode header(Instant at) {
        return Json.object().put("format", FORMAT).put("version", VERSION).put("at", at.toString());
    }

    /** Returns the line that ends a recording which has no more room. */
    static ObjectNode full(Instant at) {
        return Json.object().put("at", at.toString()).put("full", true);
    }

    static boolean isHeader(JsonNode json) {
        return json.path("format").asString("").equals(FORMAT);
    }

    static ObjectNode write(Traffic traffic) {
        var json = Json.object().put("at", traffic.at().toString()).put("line", traffic.line());
        if (traffic.exchange() != Traffic.NO_EXCHANGE) {
            json.put("exchange", traffic.exchange());
        }
        switch (traffic) {
            case Traffic.Opened opened ->
                json.putObject("open").put("server", opened.server()).put("kind", opened.kind());
            case Traffic.Sent sent -> message(json.put("to", "server"), sent.message());
            case Traffic.Received received -> message(json.put("to", "client"), received.message());
            case Traffic.Ended ended -> json.put("end", ended.how());
            case Traffic.Closed closed -> json.put("close", true);
        }
        return json;
    }

    private static void message(ObjectNode json, Message message) {
        if (message instanceof Message.Malformed(RequestId id, boolean asks, String problem, String excerpt)) {
            var bad = json.putObject("malformed")
                    .put("asks", asks)
                    .put("problem", problem)
                    .put("excerpt", excerpt);
            if (id != null) {
                bad.set("id", id.toJson());
            }
        } else {
            json.set("message", Json.parseOwn(new String(MessageCodec.encode(message), StandardCharsets.UTF_8)));
        }
    }

    /**
     * Reads a line; empty for a kind that is not known here.
     *
     * @throws IllegalArgumentException if it is not what its kind should be
     */
    static Optional<Traffic> read(JsonNode json) {
        var at = instant(json.path("at").asString(""));
        long line = json.path("line").asLong(0);
        long exchange = json.path("exchange").asLong(Traffic.NO_EXCHANGE);
        if (json.has("open")) {
            var open = json.path("open");
            return Optional.of(new Traffic.Opened(
                    at,
                    line,
                    open.path("server").asString(""),
                    open.path("kind").asString("")));
        }
        if (json.has("end")) {
            return Optional.of(
                    new Traffic.Ended(at, line, exchange, json.path("end").asString("")));
        }
        if (json.has("close")) {
            return Optional.of(new Traffic.Closed(at, line));
        }
        var message = message(json);
        return message == null
                ? Optional.empty()
                : Optional.of(
                        json.path("to").asString("").equals("server")
                                ? new Traffic.Sent(at, line, exchange, message)
                                : new Traffic.Received(at, line, exchange, message));
    }

    private static @Nullable Message message(JsonNode json) {
        if (json.get("malformed") instanceof ObjectNode bad) {
            return new Message.Malformed(
                    id(bad.get("id")),
                    bad.path("asks").asBoolean(false),
                    bad.path("problem").asString(""),
                    bad.path("excerpt").asString(""));
        }
        if (!(json.get("message") instanceof ObjectNode written)) {
            return null;
        }
        var message = MessageCodec.decode(Json.write(written));
        if (message instanceof Message.Malformed bad) {
            throw new IllegalArgumentException("a message that is none: " + bad.problem());
        }
        return message;
    }

    static @Nullable RequestId id(@Nullable JsonNode json) {
        if (json == null) {
            return null;
        }
        return json.isString() ? RequestId.of(json.stringValue()) : RequestId.of(json.asLong(0));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException unreadable) {
            throw new IllegalArgumentException("no moment: " + text, unreadable);
        }
    }
}
