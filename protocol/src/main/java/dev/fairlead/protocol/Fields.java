package dev.fairlead.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Takes the known members out of a JSON object and keeps the rest, so that nothing a peer sent is lost.
 *
 * <p>A required member that is missing or of the wrong type is a {@link BadShape}; an optional one of the wrong type
 * counts as unknown. A value that its component cannot tell from an absent one (an empty list, an explicit
 * {@code false}) or cannot spell as received (the number {@code 1.0}) is read and also stays in the rest, from where
 * {@link Members} writes it back.
 */
final class Fields {
    private final String what;
    private final ObjectNode all;
    private final List<String> taken = new ArrayList<>(); // each of them once

    private Fields(String what, ObjectNode all) {
        this.what = what;
        this.all = all;
    }

    /** Reads {@code json}, which is to be a {@code what}. */
    static Fields of(String what, JsonNode json) {
        if (json instanceof ObjectNode object) {
            return new Fields(what, object);
        }
        throw new BadShape(what + " is not an object");
    }

    String string(String name) {
        return required(name, optionalString(name), "a string");
    }

    @Nullable
    String optionalString(String name) {
        return all.get(name) instanceof StringNode text ? take(name, text.stringValue()) : null;
    }

    @Nullable
    Boolean optionalBoolean(String name) {
        return all.get(name) instanceof BooleanNode truth ? take(name, (Boolean) truth.booleanValue()) : null;
    }

    /** Returns whether the member is {@code true}; an explicit {@code false} stays in the rest. */
    boolean flag(String name) {
        return all.get(name) instanceof BooleanNode truth && truth.booleanValue() && take(name, true);
    }

    long integer(String name) {
        return required(name, optionalLong(name), "an integer");
    }

    @Nullable
    Long optionalLong(String name) {
        var value = Numbers.integer(all.path(name));
        return value != null && Numbers.node(value).equals(all.path(name)) ? take(name, value) : value;
    }

    double number(String name) {
        return required(name, optionalDouble(name), "a finite number");
    }

    @Nullable
    Double optionalDouble(String name) {
        var value = Numbers.real(all.path(name));
        return value != null && Numbers.node(value).equals(all.path(name)) ? take(name, value) : value;
    }

    ObjectNode object(String name) {
        return required(name, optionalObject(name), "an object");
    }

    @Nullable
    ObjectNode optionalObject(String name) {
        return all.get(name) instanceof ObjectNode object ? take(name, object) : null;
    }

    /** Returns any value, JSON null included; Java null only where the member is absent. */
    @Nullable
    JsonNode optionalValue(String name) {
        var value = all.get(name);
        return value == null ? null : take(name, value);
    }

    /** Returns a JSON Schema, which is an object or a boolean. */
    @Nullable
    JsonNode optionalSchema(String name) {
        var node = all.path(name);
        return node.isObject() || node.isBoolean() ? take(name, node) : null;
    }

    JsonNode value(String name) {
        return required(name, optionalValue(name), "present");
    }

    /** Returns the elements read by {@code read}; the list is empty where the member is absent or has a bad element. */
    <T> List<T> list(String name, Function<JsonNode, T> read) {
        if (!(all.get(name) instanceof ArrayNode array) || array.isEmpty()) {
            return List.of();
        }
        List<T> elements;
        try {
            elements = elements(array, read);
        } catch (BadShape unreadable) {
            return List.of(); // The member stays in the rest, as any optional one of the wrong type.
        }
        return take(name, elements);
    }

    <T> List<T> requiredList(String name, Function<JsonNode, T> read) {
        if (all.get(name) instanceof ArrayNode array) {
            return take(name, elements(array, read));
        }
        throw missing(name, "an array");
    }

    /** Returns the elements as they are. */
    ArrayNode array(String name) {
        if (all.get(name) instanceof ArrayNode array) {
            return take(name, array);
        }
        throw missing(name, "an array");
    }

    List<String> strings(String name) {
        return list(name, element -> text(name, element));
    }

    List<String> requiredStrings(String name) {
        return requiredList(name, element -> text(name, element));
    }

    <T> @Nullable T optional(String name, Function<ObjectNode, T> read) {
        if (!(all.get(name) instanceof ObjectNode object)) {
            return null;
        }
        T value;
        try {
            value = read.apply(object);
        } catch (BadShape unreadable) {
            return null; // The member stays in the rest, as any optional one of the wrong type.
        }
        return take(name, value);
    }

    /** Returns the members that nobody took so far. */
    ObjectNode rest() {
        var rest = all.objectNode();
        if (taken.size() == all.size()) {
            return rest;
        }
        for (var member : all.properties()) {
            if (!taken.contains(member.getKey())) {
                rest.set(member.getKey(), member.getValue());
            }
        }
        return rest;
    }

    BadShape missing(String name, String type) {
        return new BadShape("%s has no '%s' that is %s".formatted(what, name, type));
    }

    private String text(String name, JsonNode element) {
        if (element.isString()) {
            return element.stringValue();
        }
        throw missing(name, "an array of strings");
    }

    private static <T> List<T> elements(ArrayNode array, Function<JsonNode, T> read) {
        var elements = new ArrayList<T>(array.size());
        for (var element : array) {
            elements.add(read.apply(element));
        }
        return List.copyOf(elements);
    }

    private <T> T required(String name, @Nullable T value, String type) {
        if (value == null) {
            throw missing(name, type);
        }
        return value;
    }

    private <T> T take(String name, T value) {
        taken.add(name);
        return value;
    }
}
