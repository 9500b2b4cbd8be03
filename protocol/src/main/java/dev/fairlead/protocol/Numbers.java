package dev.fairlead.protocol;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Numbers from the wire, where neither size nor spelling can be relied upon. */
final class Numbers {
    private static final double MAX_EXACT = 1L << 53;

    /** Long enough to mean "for good", short enough that adding it to a clock never overflows. */
    static final Duration LONGEST = Duration.ofDays(365);

    private Numbers() {}

    /** Returns the value where it is a whole number that fits, however it is spelled; null otherwise. */
    static @Nullable Long integer(JsonNode node) {
        boolean fits = node.isNumber() && node.canConvertToLong() && node.canConvertToExactIntegral();
        return fits ? (Long) node.longValue() : null;
    }

    /** Returns the value where it is a finite number; null otherwise. */
    static @Nullable Double real(JsonNode node) {
        var exact = decimal(node);
        if (exact == null) {
            return null;
        }
        double value = exact.doubleValue();
        return Double.isFinite(value) ? (Double) value : null;
    }

    /** Returns the exact value where it is a finite number; null otherwise. */
    static @Nullable BigDecimal decimal(JsonNode node) {
        return node.isNumber() ? node.decimalValueOpt().orElse(null) : null;
    }

    /** Returns a number of milliseconds as a duration, at most {@link #LONGEST}; null where it is none or negative. */
    static @Nullable Duration millis(JsonNode node) {
        var millis = real(node);
        if (millis == null || millis < 0) {
            return null;
        }
        return millis >= LONGEST.toMillis() ? LONGEST : Duration.ofMillis(millis.longValue());
    }

    /** Returns the node that parsing this number would have given. */
    static JsonNode node(long value) {
        boolean fitsInt = value == (int) value;
        return fitsInt ? JsonNodeFactory.instance.numberNode((int) value) : JsonNodeFactory.instance.numberNode(value);
    }

    /** Returns the node that parsing this number would have given, whole numbers without a fraction. */
    static JsonNode node(double value) {
        if (Math.rint(value) == value && Math.abs(value) < MAX_EXACT) {
            return node((long) value);
        }
        return Double.isFinite(value)
                ? JsonNodeFactory.instance.numberNode(BigDecimal.valueOf(value))
                : JsonNodeFactory.instance.nullNode();
    }
}
