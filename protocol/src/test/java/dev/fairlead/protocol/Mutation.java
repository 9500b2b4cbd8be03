package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A random change to a JSON value, the same for the same seed. */
final class Mutation {
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1.0",
            "1e400",
            "-1e-400",
            "12345678901234567890123",
            "\"\"",
            "\"x\"",
            "\"object\"",
            "\"\\u0000\\ud800\"",
            "[]",
            "[null]",
            "[1,\"a\",{}]",
            "[[]]",
            "{}",
            "{\"a\":1}",
            "{\"type\":\"text\"}");

    private final Random random;

    Mutation(Random random) {
        this.random = random;
    }

    /** Adds a member that nobody knows to an object somewhere inside. */
    void insert(JsonNode json) {
        pick(objects(json)).set("x-unknown" + random.nextInt(1000), Json.parse(pick(VALUES)));
    }

    /** Drops members or gives them values of another type, one to three times. */
    void damage(JsonNode json) {
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            var object = pick(objects(json));
            if (!object.isEmpty()) {
                var name = pick(List.copyOf(object.propertyNames()));
                if (random.nextInt(3) == 0) {
                    object.remove(name);
                } else {
                    object.set(name, Json.parse(pick(VALUES)));
                }
            }
        }
    }

    private static List<ObjectNode> objects(JsonNode json) {
        var objects = new ArrayList<ObjectNode>();
        collect(json, objects);
        return objects;
    }

    private static void collect(JsonNode json, List<ObjectNode> objects) {
        if (json instanceof ObjectNode object) {
            objects.add(object);
        }
        json.forEach(child -> collect(child, objects));
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
