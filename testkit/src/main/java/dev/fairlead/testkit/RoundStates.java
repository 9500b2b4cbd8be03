package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Packs the answers so far into a {@code requestState}, and accepts it back unchanged, once, for the same request. */
final class RoundStates {
    private final long salt = ThreadLocalRandom.current().nextLong();
    private final AtomicLong serial = new AtomicLong();
    private final Set<String> spent = ConcurrentHashMap.newKeySet();

    /** Packs. */
    String pack(Request request, ObjectNode answers, Set<String> asked) {
        var state = Json.object().put("n", serial.incrementAndGet()).put("about", about(request));
        state.set("answers", answers);
        asked.forEach(state.putArray("asked")::add);
        var text = Base64.getUrlEncoder().encodeToString(Json.write(state).getBytes(StandardCharsets.UTF_8));
        return text + "." + seal(text);
    }

    /** Returns the answers of all rounds so far, those of this one included; refuses what is not in order. */
    ObjectNode answers(Request request) {
        var params = request.params() == null ? Json.object() : request.params();
        var given = params.get("inputResponses");
        var packed = params.get("requestState");
        if (given == null && packed == null) {
            return Json.object();
        }
        var state = unpack(packed == null ? null : packed.stringValue(null));
        if (!state.path("about").stringValue("").equals(about(request))) {
            throw Refusal.invalid("the requestState belongs to another request");
        }
        var answers = (ObjectNode) state.path("answers");
        var responses = given instanceof ObjectNode object ? object : Json.object();
        for (var key : state.path("asked")) {
            if (!(responses.get(key.stringValue()) instanceof ObjectNode answer)) {
                throw Refusal.invalid("no answer to " + key.stringValue());
            }
            answers.set(key.stringValue(), answer);
        }
        if (responses.size() != state.path("asked").size()) {
            throw Refusal.invalid("answers to what was not asked: " + responses);
        }
        return answers;
    }

    private ObjectNode unpack(@Nullable String packed) {
        int dot = packed == null ? -1 : packed.lastIndexOf('.');
        if (packed == null || dot < 0 || !packed.substring(dot + 1).equals(seal(packed.substring(0, dot)))) {
            throw Refusal.invalid("not a requestState of this server");
        }
        if (!spent.add(packed)) {
            throw Refusal.invalid("this requestState was used before");
        }
        try {
            var bytes = Base64.getUrlDecoder().decode(packed.substring(0, dot));
            return (ObjectNode) Json.parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException | JacksonException | ClassCastException impossible) {
            throw new IllegalStateException("sealed and yet unreadable", impossible);
        }
    }

    /** Says what a request is about: all but what may differ in a retry. */
    private String about(Request request) {
        var params = request.params() == null ? Json.object() : request.params().deepCopy();
        params.remove(java.util.List.of("_meta", "inputResponses", "requestState"));
        return seal(request.method() + Json.write(params));
    }

    private String seal(String text) {
        var crc = new CRC32();
        crc.update((salt + text).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}
