package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How far a call has come.
 *
 * @param progress a number that grows
 * @param total what it grows towards, where that is known
 * @param message what is going on, in words
 */
public record Progress(
        double progress, @Nullable Double total, @Nullable String message) {
    private static final double PLAIN = 1e15;

    /** Reads the parameters of a progress notification, all but the token. */
    public static Progress from(JsonNode params) {
        var fields = Fields.of("progress", params);
        return new Progress(
                fields.number("progress"), fields.optionalDouble("total"), fields.optionalString("message"));
    }

    /** Says it in words fit to be shown, such as {@code 3 of 10: copying}. */
    public String words() {
        var count = total == null ? plain(progress) : plain(progress) + " of " + plain(total);
        return message == null ? count : count + ": " + Excerpt.of(message);
    }

    /** Writes the parameters of a progress notification, all but the token. */
    public ObjectNode toJson() {
        return new Members(Json.object())
                .put("progress", progress)
                .put("total", total)
                .put("message", message)
                .json();
    }

    private static String plain(double number) {
        return Math.abs(number) < PLAIN
                ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : Double.toString(number);
    }
}
