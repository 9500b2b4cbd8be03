package dev.fairlead.client.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A keyword that bounds a number, computed exactly and without ever writing out a huge exponent. */
record NumberKeyword(String name) implements Keyword {

    /** Past this difference of exponents a remainder would have to be computed on thousands of digits. */
    private static final long MAX_EXPONENT_GAP = 2_000;

    @Override
    public String getValue() {
        return name;
    }

    @Override
    public @Nullable KeywordValidator newValidator(
            SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) {
        Meter.current().look();
        if (!node.isNumber()) {
            // In draft-04 exclusiveMinimum and exclusiveMaximum are booleans, which minimum and maximum read.
            return null;
        }
        BigDecimal bound = node.decimalValue();
        boolean exclusive = parent.getSchemaNode().path(exclusiveFlag()).booleanValue(false);
        return switch (name) {
            case "minimum" ->
                exclusive
                        ? rule(location, node, "must be more than ", value -> value.compareTo(bound) > 0)
                        : rule(location, node, "must be at least ", value -> value.compareTo(bound) >= 0);
            case "maximum" ->
                exclusive
                        ? rule(location, node, "must be less than ", value -> value.compareTo(bound) < 0)
                        : rule(location, node, "must be at most ", value -> value.compareTo(bound) <= 0);
            case "exclusiveMinimum" -> rule(location, node, "must be more than ", value -> value.compareTo(bound) > 0);
            case "exclusiveMaximum" -> rule(location, node, "must be less than ", value -> value.compareTo(bound) < 0);
            default -> rule(location, node, "must be a multiple of ", value -> isMultiple(value, bound));
        };
    }

    private String exclusiveFlag() {
        return name.equals("minimum") ? "exclusiveMinimum" : "exclusiveMaximum";
    }

    private KeywordValidator rule(SchemaLocation location, JsonNode bound, String words, Predicate<BigDecimal> test) {
        return new ValueRule(
                name,
                location,
                words + ProblemText.shorten(Json.write(bound)),
                value -> !value.isNumber() || isNotFinite(value) || test.test(value.decimalValue()));
    }

    private static boolean isMultiple(BigDecimal value, BigDecimal divisor) {
        if (divisor.signum() == 0) {
            return true;
        }
        long gap = Math.abs((long) value.scale() - divisor.scale());
        if (gap > MAX_EXPONENT_GAP) {
            throw new OverBudget("multipleOf meets a number with a huge exponent");
        }
        return value.remainder(divisor).signum() == 0;
    }

    private static boolean isNotFinite(JsonNode node) {
        return (node.isDouble() || node.isFloat()) && !Double.isFinite(node.doubleValue());
    }
}
