package dev.fairlead.agent;

import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How a conversation is written to be kept. */
final class TranscriptJson {
    private static final int VERSION = 1;

    private TranscriptJson() {}

    static ObjectNode write(Transcript transcript) {
        var json = Json.object()
                .put("version", VERSION)
                .put("id", transcript.id())
                .put("began", transcript.began().toString());
        var turns = json.putArray("turns");
        transcript.turns().forEach(turn -> turns.add(turn(turn)));
        var calls = json.putArray("calls");
        transcript.calls().forEach(call -> calls.add(call(call)));
        return json;
    }

    static Transcript read(JsonNode json) {
        var reader = new JsonReader(json, "transcript");
        long version = reader.number("version");
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "transcript: version %s is none that can be read; it is %s here".formatted(version, VERSION));
        }
        return new Transcript(
                reader.text("id"),
                instant(reader),
                reader.list("turns", TranscriptJson::turn),
                reader.list("calls", TranscriptJson::call));
    }

    private static Instant instant(JsonReader reader) {
        try {
            return Instant.parse(reader.text("began"));
        } catch (DateTimeException bad) {
            throw new IllegalArgumentException("transcript.began: no time", bad);
        }
    }

    private static ObjectNode turn(Turn turn) {
        var json = Json.object();
        switch (turn) {
            case Turn.Asked(var parts) -> {
                json.put("role", "user");
                parts(json.putArray("parts"), parts);
            }
            case Turn.Replied(var model, var parts, var usage, var end) -> {
                json.put("role", "model").put("model", model.toString());
                parts(json.putArray("parts"), parts);
                json.putObject("usage")
                        .put("input", usage.input())
                        .put("output", usage.output())
                        .put("thinking", usage.thinking())
                        .put("cached", usage.cached());
                json.putObject("end").put("reason", word(end.reason())).put("detail", end.detail());
            }
            case Turn.Results(var results) -> {
                json.put("role", "tools");
                var array = json.putArray("results");
                results.forEach(result -> {
                    var one = array.addObject()
                            .put("id", result.id())
                            .put("name", result.name())
                            .put("failed", result.failed());
                    parts(one.putArray("parts"), result.parts());
                });
            }
        }
        return json;
    }

    private static Turn turn(JsonReader json) {
        return switch (json.text("role")) {
            case "user" -> new Turn.Asked(json.list("parts", TranscriptJson::part));
            case "model" ->
                new Turn.Replied(
                        ModelName.of(json.text("model")),
                        json.list("parts", TranscriptJson::part),
                        usage(json.object("usage")),
                        end(json.object("end")));
            case "tools" -> new Turn.Results(json.list("results", TranscriptJson::result));
            default -> throw json.bad("role", "user, model or tools");
        };
    }

    private static CallResult result(JsonReader json) {
        return new CallResult(
                json.text("id"), json.text("name"), json.flag("failed"), json.list("parts", TranscriptJson::part));
    }

    private static Usage usage(JsonReader json) {
        return new Usage(json.number("input"), json.number("output"), json.number("thinking"), json.number("cached"));
    }

    private static ReplyEnd end(JsonReader json) {
        return new ReplyEnd(json.choice("reason", ReplyEnd.Reason.class), json.text("detail"));
    }

    private static void parts(ArrayNode array, List<Part> parts) {
        for (var part : parts) {
            var json = array.addObject();
            switch (part) {
                case Part.Text(var text, var keepsake) ->
                    json.put("type", "text").put("text", text);
                case Part.Thinking(var text, var keepsake) ->
                    json.put("type", "thinking").put("text", text);
                case Part.Media(var mimeType, var base64, var keepsake) ->
                    json.put("type", "media").put("mimeType", mimeType).put("data", base64);
                case Part.Call call -> {
                    json.put("type", "call").put("id", call.id()).put("name", call.name());
                    json.set("arguments", call.arguments());
                    if (call.unreadable() != null) {
                        json.put("unreadable", call.unreadable());
                    }
                }
            }
            var keepsake = part.keepsake();
            if (keepsake != null) {
                json.putObject("keepsake").put("provider", keepsake.provider()).set("data", keepsake.data());
            }
        }
    }

    private static Part part(JsonReader json) {
        var keepsake = keepsake(json);
        return switch (json.text("type")) {
            case "text" -> new Part.Text(json.text("text"), keepsake);
            case "thinking" -> new Part.Thinking(json.text("text"), keepsake);
            case "media" -> new Part.Media(json.text("mimeType"), json.text("data"), keepsake);
            case "call" ->
                new Part.Call(
                        json.text("id"),
                        json.text("name"),
                        json.object("arguments").node(),
                        json.optionalText("unreadable"),
                        keepsake);
            default -> throw json.bad("type", "text, thinking, media or call");
        };
    }

    private static @Nullable Keepsake keepsake(JsonReader json) {
        if (!json.has("keepsake")) {
            return null;
        }
        var kept = json.object("keepsake");
        return new Keepsake(kept.text("provider"), kept.any("data"));
    }

    private static ObjectNode call(CallRecord call) {
        var json = Json.object()
                .put("id", call.id())
                .put("name", call.name())
                .put("server", call.server())
                .put("tool", call.tool());
        json.set("arguments", call.arguments());
        json.put("status", word(call.status())).put("unknown", call.unknown());
        if (call.error() != null) {
            json.put("error", call.error());
        }
        if (call.answer() != null) {
            json.set("answer", call.answer());
        }
        return json.put("milliseconds", call.duration().toMillis());
    }

    private static CallRecord call(JsonReader json) {
        return new CallRecord(
                json.text("id"),
                json.text("name"),
                json.text("server"),
                json.text("tool"),
                json.object("arguments").node(),
                json.choice("status", Status.class),
                json.flag("unknown"),
                json.optionalText("error"),
                json.has("answer") ? json.object("answer").node() : null,
                Duration.ofMillis(json.number("milliseconds")));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads members, and says where something is that does not fit. */
    private static final class JsonReader {
        private final ObjectNode node;
        private final String place;

        JsonReader(JsonNode json, String place) {
            if (!(json instanceof ObjectNode object)) {
                throw new IllegalArgumentException(place + ": no JSON object");
            }
            this.node = object;
            this.place = place;
        }

        ObjectNode node() {
            return node;
        }

        boolean has(String name) {
            return node.has(name);
        }

        JsonNode any(String name) {
            var value = node.get(name);
            if (value == null) {
                throw bad(name, "something");
            }
            return value;
        }

        String text(String name) {
            var value = any(name);
            if (!value.isString()) {
                throw bad(name, "a text");
            }
            return value.stringValue();
        }

        @Nullable
        String optionalText(String name) {
            return has(name) ? text(name) : null;
        }

        long number(String name) {
            var value = any(name);
            if (!value.isIntegralNumber() || !value.canConvertToLong()) {
                throw bad(name, "a whole number");
            }
            return value.longValue();
        }

        boolean flag(String name) {
            var value = any(name);
            if (!value.isBoolean()) {
                throw bad(name, "true or false");
            }
            return value.booleanValue();
        }

        JsonReader object(String name) {
            return new JsonReader(any(name), place + "." + name);
        }

        <E extends Enum<E>> E choice(String name, Class<E> type) {
            var text = text(name).replace('-', '_').toUpperCase(Locale.ROOT);
            for (var constant : type.getEnumConstants()) {
                if (constant.name().equals(text)) {
                    return constant;
                }
            }
            throw bad(name, "one of the words for it");
        }

        <T> List<T> list(String name, Reading<T> reading) {
            if (!(any(name) instanceof ArrayNode array)) {
                throw bad(name, "an array");
            }
            var list = new ArrayList<T>();
            for (int i = 0; i < array.size(); i++) {
                list.add(reading.of(new JsonReader(array.get(i), "%s.%s[%s]".formatted(place, name, i))));
            }
            return list;
        }

        IllegalArgumentException bad(String name, String wanted) {
            return new IllegalArgumentException("%s.%s: expected %s".formatted(place, name, wanted));
        }
    }

    private interface Reading<T> {
        T of(JsonReader json);
    }
}
