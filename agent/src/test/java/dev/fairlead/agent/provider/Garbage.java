package dev.fairlead.agent.provider;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Spoils what a provider said, in its letters, in its structure and in its order. */
final class Garbage {
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "-1",
            "0",
            "99999999999999999999999",
            "1e999",
            "0.5",
            "\"\"",
            "\"\\ud83d\"",
            "\"x\"",
            "[]",
            "[[]]",
            "[null]",
            "{}",
            "{\"type\":\"text\"}",
            "\"function_call\"",
            "\"tool_use\"",
            "2147483648");

    private Garbage() {}

    static List<Recorded.Event> of(List<Recorded.Event> events, Random random) {
        var spoiled = new ArrayList<>(events);
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times && !spoiled.isEmpty(); i++) {
            int at = random.nextInt(spoiled.size());
            var event = spoiled.get(at);
            switch (random.nextInt(7)) {
                case 0 -> spoiled.remove(at);
                case 1 -> spoiled.add(random.nextInt(spoiled.size()), event);
                case 2 -> spoiled.set(at, new Recorded.Event("error", event.data()));
                case 3 -> spoiled.set(at, new Recorded.Event(event.type(), letters(event.data(), random)));
                default -> spoiled.set(at, new Recorded.Event(event.type(), structure(event.data(), random)));
            }
        }
        return spoiled;
    }

    private static String letters(String data, Random random) {
        var text = new StringBuilder(data);
        int at = text.isEmpty() ? 0 : random.nextInt(text.length());
        switch (random.nextInt(3)) {
            case 0 -> text.setLength(at);
            case 1 -> text.insert(at, (char) random.nextInt(0x300));
            default -> {
                if (!text.isEmpty()) {
                    text.deleteCharAt(at);
                }
            }
        }
        return text.toString();
    }

    private static String structure(String data, Random random) {
        JsonNode json = ReplyJson.parse(data);
        if (json == null) {
            return VALUES.get(random.nextInt(VALUES.size()));
        }
        spoil(json, random);
        return Json.write(json);
    }

    private static void spoil(JsonNode json, Random random) {
        JsonNode value = Json.parse(VALUES.get(random.nextInt(VALUES.size())));
        if (json instanceof ObjectNode object && !object.isEmpty()) {
            var names = new ArrayList<>(object.propertyNames());
            String name = names.get(random.nextInt(names.size()));
            if (object.path(name).isContainer() && !object.path(name).isEmpty() && random.nextInt(4) > 0) {
                spoil(object.path(name), random);
            } else if (random.nextBoolean()) {
                object.remove(name);
            } else {
                object.set(name, value);
            }
        } else if (json instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            if (array.path(at).isContainer() && random.nextInt(4) > 0) {
                spoil(array.path(at), random);
            } else {
                array.set(at, value);
            }
        }
    }
}
