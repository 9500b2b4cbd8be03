package dev.fairlead.protocol;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a JSON object: known members in order, then those that {@link Fields} kept. */
final class Members {
    private final ObjectNode json;
    private final ObjectNode more;

    /** Starts an object that will also hold {@code more}. */
    Members(ObjectNode more) {
        this.json = more.objectNode();
        this.more = more;
    }

    Members put(String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
        return this;
    }

    Members put(String name, @Nullable Boolean value) {
        if (value != null) {
            json.put(name, value);
        }
        return this;
    }

    /** Writes {@code true}, or nothing. */
    Members flag(String name, boolean value) {
        return put(name, value ? Boolean.TRUE : null);
    }

    Members put(String name, @Nullable Long value) {
        if (value != null) {
            boolean spelled = Objects.equals(Numbers.integer(more.path(name)), value);
            json.set(name, spelled ? more.path(name) : Numbers.node(value));
        }
        return this;
    }

    Members put(String name, @Nullable Double value) {
        if (value != null) {
            boolean spelled = Objects.equals(Numbers.real(more.path(name)), value);
            json.set(name, spelled ? more.path(name) : Numbers.node(value));
        }
        return this;
    }

    Members put(String name, @Nullable JsonNode value) {
        if (value != null) {
            json.set(name, value);
        }
        return this;
    }

    <T> Members put(String name, @Nullable T value, Function<T, ? extends JsonNode> write) {
        return put(name, value == null ? null : write.apply(value));
    }

    /** Writes the list unless it is empty. */
    <T> Members list(String name, List<T> values, Function<T, ? extends JsonNode> write) {
        if (!values.isEmpty()) {
            var array = json.putArray(name);
            values.forEach(value -> array.add(write.apply(value)));
        }
        return this;
    }

    /** Writes the list even if it is empty. */
    <T> Members requiredList(String name, List<T> values, Function<T, ? extends JsonNode> write) {
        if (values.isEmpty() && !more.has(name)) {
            json.putArray(name);
        }
        return list(name, values, write);
    }

    Members strings(String name, List<String> values) {
        return list(name, values, json::stringNode);
    }

    /** Returns the object. */
    ObjectNode json() {
        more.properties().forEach(member -> json.putIfAbsent(member.getKey(), member.getValue()));
        return json;
    }
}
