package dev.fairlead.agent.tool;

import com.networknt.schema.Schema;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes up arguments that follow a schema: guesses, of which the validator keeps those that are right. */
final class Samples {
    private static final int DEEPEST = 6;

    private final ObjectNode document;
    private final References references;
    private final Random random;

    private Samples(ObjectNode document, Random random) {
        this.document = document;
        this.references = new References(document);
        this.random = random;
    }

    /** Returns up to so many different arguments that follow the schema. */
    static List<JsonNode> of(ObjectNode document, Schema compiled, int most, Random random) {
        var maker = new Samples(document, random);
        var found = new ArrayList<JsonNode>();
        for (int i = 0; i < most * 4 && found.size() < most; i++) {
            var guess = maker.guess(document, 0);
            if (guess.isObject() && !found.contains(guess) && Validation.follows(compiled, guess)) {
                found.add(guess);
            }
        }
        return found;
    }

    private JsonNode guess(@Nullable JsonNode schema, int depth) {
        if (!(schema instanceof ObjectNode node) || depth > DEEPEST) {
            return anything();
        }
        var reference = Schemas.text(node, "$ref");
        if (reference != null) {
            var target = references.find(reference, document);
            return target == null ? anything() : guess(target.schema(), depth + 1);
        }
        if (node.has("const")) {
            return node.get("const");
        }
        if (node.path("enum").isArray() && !node.path("enum").isEmpty()) {
            return node.get("enum").get(random.nextInt(node.get("enum").size()));
        }
        for (var choice : List.of("anyOf", "oneOf", "allOf")) {
            if (node.path(choice).isArray() && !node.path(choice).isEmpty()) {
                return combined(node, node.get(choice), depth);
            }
        }
        return ofType(node, depth);
    }

    private JsonNode combined(ObjectNode node, JsonNode choices, int depth) {
        var picked = guess(choices.get(random.nextInt(choices.size())), depth + 1);
        var own = node.has("properties") ? ofType(node, depth) : null;
        if (picked instanceof ObjectNode one && own instanceof ObjectNode two) {
            var both = Schemas.shallow(one);
            two.properties().forEach(each -> both.set(each.getKey(), each.getValue()));
            if (node.has("allOf")) {
                choices.forEach(part -> {
                    if (guess(part, depth + 1) instanceof ObjectNode more) {
                        more.properties().forEach(each -> both.set(each.getKey(), each.getValue()));
                    }
                });
            }
            return both;
        }
        return picked;
    }

    private JsonNode ofType(ObjectNode node, int depth) {
        var types = Schemas.types(node);
        var type = types.isEmpty()
                ? (node.has("properties") ? "object" : node.has("items") ? "array" : depth == 0 ? "object" : "")
                : types.get(random.nextInt(types.size()));
        return switch (type) {
            case "object" -> object(node, depth);
            case "array" -> array(node, depth);
            case "string" -> string(node);
            case "integer", "number" -> number(node, type.equals("integer"));
            case "boolean" -> Json.tree(random.nextBoolean());
            case "null" -> Json.parse("null");
            default -> anything();
        };
    }

    private ObjectNode object(ObjectNode node, int depth) {
        var made = Json.object();
        var required = Schemas.strings(node.get("required"));
        double share = random.nextDouble();
        if (node.get("properties") instanceof ObjectNode properties) {
            properties.properties().forEach(each -> {
                if (required.contains(each.getKey()) || random.nextDouble() < share) {
                    made.set(each.getKey(), guess(each.getValue(), depth + 1));
                }
            });
        }
        required.stream().filter(name -> !made.has(name)).forEach(name -> made.set(name, anything()));
        if (random.nextInt(3) == 0) {
            made.set("more" + random.nextInt(9), guess(node.get("additionalProperties"), depth + 1));
        }
        return made;
    }

    private JsonNode array(ObjectNode node, int depth) {
        var made = Json.array();
        var prefix = node.path("prefixItems").isArray() ? node.path("prefixItems") : node.path("items");
        int least = node.path("minItems").asInt(0);
        int size = Math.min(20, least + random.nextInt(3));
        for (int i = 0; i < size; i++) {
            made.add(guess(prefix.isArray() && i < prefix.size() ? prefix.get(i) : node.get("items"), depth + 1));
        }
        return made;
    }

    private JsonNode string(ObjectNode node) {
        int least = Math.min(300, node.path("minLength").asInt(0));
        int most = Math.min(300, Math.max(least, node.path("maxLength").asInt(least + 8)));
        var text = "a1-é".repeat(80).substring(0, least + random.nextInt(most - least + 1));
        var guesses =
                List.of(text, "https://example.com/a", "2026-01-02T03:04:05Z", "user@example.com", "abc", "12", "");
        return Json.tree(guesses.get(random.nextInt(3) > 0 ? 0 : random.nextInt(guesses.size())));
    }

    private JsonNode number(ObjectNode node, boolean whole) {
        long from = (long)
                node.path("minimum").asDouble(node.path("exclusiveMinimum").asDouble(-3));
        long to = (long)
                node.path("maximum").asDouble(node.path("exclusiveMaximum").asDouble(from + 7d));
        long number = from + (long) (random.nextDouble() * Math.max(1, Math.min(1000, to - from)));
        return whole || random.nextBoolean() ? Json.tree(number) : Json.tree(number + 0.5);
    }

    private JsonNode anything() {
        var guesses = List.of("1", "\"x\"", "true", "null", "[]", "{}", "[1,\"a\"]", "{\"b\":2.5}");
        return Json.parse(guesses.get(random.nextInt(guesses.size())));
    }
}
