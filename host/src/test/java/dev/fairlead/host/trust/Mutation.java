package dev.fairlead.host.trust;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One random change to one place of a JSON value, the same for the same seed. */
public final class Mutation {
    private static final List<String> VALUES =
            List.of("null", "true", "false", "0", "1", "1.0", "-1", "1e400", "\"\"", "\"x\"", "[]", "[null]", "{}");
    private static final List<String> INVISIBLE = List.of(
            "\u200b",
            "\u200d",
            "\u2060",
            "\ufeff",
            "\u00ad",
            "\u202e",
            "\u0000",
            "\u001b",
            "\ud800",
            "\udb40\udc41",
            "\ufe0f",
            "\u3164",
            "\u00a0");

    private final Random random;

    /** Makes changes that the numbers of a generator decide about. */
    public Mutation(Random random) {
        this.random = random;
    }

    /** Changes the object in one place, and tells how; the result differs from what it was. */
    public String apply(ObjectNode json) {
        var before = json.deepCopy();
        for (int tries = 0; tries < 1000; tries++) {
            var how = change(json);
            if (how != null && !same(before, json)) {
                return how;
            }
        }
        throw new IllegalStateException("nothing can be changed in " + before);
    }

    /** Compares without the code under test: order of members aside, spelling of numbers included. */
    static boolean same(JsonNode one, JsonNode other) {
        if (one.isObject() && other.isObject()) {
            return one.size() == other.size()
                    && one.propertyNames().stream()
                            .allMatch(name -> other.has(name) && same(one.get(name), other.get(name)));
        }
        if (one.isArray() && other.isArray()) {
            boolean same = one.size() == other.size();
            for (int i = 0; same && i < one.size(); i++) {
                same = same(one.get(i), other.get(i));
            }
            return same;
        }
        return one.getNodeType() == other.getNodeType() && one.toString().equals(other.toString());
    }

    private String change(ObjectNode json) {
        var places = new ArrayList<JsonNode>();
        collect(json, places);
        var place = places.get(random.nextInt(places.size()));
        return place instanceof ObjectNode object ? changeObject(object) : changeArray((ArrayNode) place);
    }

    private String changeObject(ObjectNode object) {
        int kind = random.nextInt(5);
        if (kind == 0 || object.isEmpty()) {
            var name =
                    random.nextBoolean() ? "x" + random.nextInt(100) : INVISIBLE.get(random.nextInt(INVISIBLE.size()));
            if (object.has(name)) {
                return null;
            }
            object.set(name, Json.parse(pick(VALUES)));
            return "added " + name;
        }
        var name = pick(List.copyOf(object.propertyNames()));
        switch (kind) {
            case 1 -> object.remove(name);
            case 2 -> object.set(text(name), object.remove(name));
            case 3 -> object.set(name, Json.parse(pick(VALUES)));
            default -> object.set(name, altered(object.get(name)));
        }
        return "kind " + kind + " of " + name;
    }

    private String changeArray(ArrayNode array) {
        if (array.isEmpty() || random.nextInt(4) == 0) {
            array.insert(random.nextInt(array.size() + 1), Json.parse(pick(VALUES)));
            return "inserted";
        }
        int index = random.nextInt(array.size());
        switch (random.nextInt(3)) {
            case 0 -> array.remove(index);
            case 1 -> shuffle(array);
            default -> array.set(index, altered(array.get(index)));
        }
        return "array at " + index;
    }

    private void shuffle(ArrayNode array) {
        var elements = new ArrayList<JsonNode>();
        array.forEach(elements::add);
        Collections.shuffle(elements, random);
        array.removeAll();
        elements.forEach(array::add);
    }

    private JsonNode altered(JsonNode value) {
        if (value.isString()) {
            return Json.object().stringNode(text(value.stringValue()));
        }
        if (value.isBoolean()) {
            return Json.object().booleanNode(!value.booleanValue());
        }
        if (value.isNumber()) {
            var spelled = value.toString();
            return switch (random.nextInt(3)) {
                case 0 -> Json.parse(spelled.contains("E") || spelled.contains(".") ? "17" : spelled + ".0");
                case 1 -> Json.parse(spelled.contains("E") ? "1" : spelled + (spelled.contains(".") ? "0" : ".00"));
                default -> Json.object().stringNode(spelled);
            };
        }
        return Json.parse(pick(VALUES));
    }

    /** Changes one character of a text: another one, one more, one less, other case, or an invisible one. */
    private String text(String text) {
        int at = random.nextInt(text.length() + 1);
        int kind = random.nextInt(4);
        if (kind == 0 || text.isEmpty() || at == text.length()) {
            return text.substring(0, at) + pick(INVISIBLE) + text.substring(at);
        }
        var rest = text.substring(at + 1);
        char unit = text.charAt(at);
        return text.substring(0, at)
                + switch (kind) {
                    case 1 -> rest;
                    case 2 -> (char) (unit ^ 1 << random.nextInt(7)) + rest;
                    default ->
                        (Character.isUpperCase(unit) ? Character.toLowerCase(unit) : Character.toUpperCase(unit))
                                + rest;
                };
    }

    private static void collect(JsonNode json, List<JsonNode> places) {
        if (json.isContainer()) {
            places.add(json);
            json.forEach(child -> collect(child, places));
        }
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
