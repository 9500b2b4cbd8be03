package dev.fairlead.client.peer;

import dev.fairlead.protocol.rpc.Excerpt;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;

/**
 * An argument of a tool that is repeated in a header.
 *
 * @param name what the header is called after its prefix
 * @param path the names of the properties that lead to the argument
 */
record MirroredParameter(String name, List<String> path) {
    private static final String PREFIX = "Mcp-Param-";

    /** The largest integer that every reader of JSON keeps as it is. */
    private static final BigDecimal MAX_INTEGER = BigDecimal.valueOf((1L << 53) - 1);

    MirroredParameter {
        path = List.copyOf(path);
    }

    /** Returns the name of the header. */
    String header() {
        return PREFIX + name;
    }

    /** Returns the argument, or null if there is none to repeat. */
    @Nullable
    JsonNode in(@Nullable JsonNode arguments) {
        var value = arguments;
        for (var step : path) {
            value = value == null ? null : value.get(step);
        }
        return value == null || value.isNull() ? null : value;
    }

    /** Returns the argument as text; empty if there is no text that says the same. */
    static Optional<String> text(JsonNode value) {
        if (value instanceof NumericNode number) {
            return integer(number);
        }
        if (value.isBoolean()) {
            return Optional.of(value.booleanValue() ? "true" : "false");
        }
        return value.isString() ? Optional.of(value.stringValue()).filter(HeaderValue::canCarry) : Optional.empty();
    }

    private static Optional<String> integer(NumericNode value) {
        if (value.isNaN()) {
            return Optional.empty();
        }
        var number = value.decimalValue();
        if (number.signum() == 0) {
            return Optional.of("0");
        }
        // Compared first: what has a huge exponent must never be written out.
        boolean fits = number.abs().compareTo(MAX_INTEGER) <= 0;
        return fits && number.stripTrailingZeros().scale() <= 0
                ? Optional.of(number.toBigInteger().toString())
                : Optional.empty();
    }

    /** Says why this argument cannot be repeated. */
    String refusal(JsonNode value) {
        return "%s cannot be repeated in the header %s: %s is neither text, nor boolean, nor an integer within %s"
                .formatted(place(), header(), Excerpt.of(value.toString(), 40), "±" + MAX_INTEGER);
    }

    private String place() {
        return Excerpt.of(String.join(".", path), 80);
    }
}
