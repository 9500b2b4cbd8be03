package dev.fairlead.client.schema;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A JSON value compared as JSON Schema says: 1 equals 1.0, and the order of members does not matter.
 *
 * <p>Hash codes can be made to collide on purpose, so comparing counts on the meter.
 */
final class SameValue {

    private final JsonNode node;
    private final int hash;

    private SameValue(JsonNode node, int hash) {
        this.node = node;
        this.hash = hash;
    }

    static SameValue of(JsonNode node) {
        return new SameValue(node, hash(node, Meter.current()));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SameValue that && hash == that.hash && same(node, that.node, Meter.current());
    }

    @Override
    public int hashCode() {
        return hash;
    }

    private static int hash(JsonNode node, Meter meter) {
        meter.tick();
        if (node.isArray()) {
            int hash = 1;
            for (JsonNode item : node.values()) {
                hash = 31 * hash + hash(item, meter);
            }
            return hash;
        }
        if (node.isObject()) {
            int hash = 7;
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                hash += member.getKey().hashCode() ^ hash(member.getValue(), meter);
            }
            return hash;
        }
        return isExact(node) ? exact(node).hashCode() : node.hashCode();
    }

    private static boolean same(JsonNode one, JsonNode two, Meter meter) {
        meter.tick();
        if (isExact(one) && isExact(two)) {
            return exact(one).compareTo(exact(two)) == 0;
        }
        if (one.isArray() && two.isArray()) {
            return sameItems(one, two, meter);
        }
        if (one.isObject() && two.isObject()) {
            return sameMembers(one, two, meter);
        }
        return one.equals(two);
    }

    private static boolean sameItems(JsonNode one, JsonNode two, Meter meter) {
        if (one.size() != two.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.path(i), two.path(i), meter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameMembers(JsonNode one, JsonNode two, Meter meter) {
        if (one.size() != two.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> member : one.properties()) {
            JsonNode counterpart = two.get(member.getKey());
            if (counterpart == null || !same(member.getValue(), counterpart, meter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isExact(JsonNode node) {
        return node.isNumber() && !((node.isDouble() || node.isFloat()) && !Double.isFinite(node.doubleValue()));
    }

    private static BigDecimal exact(JsonNode node) {
        return node.decimalValue().stripTrailingZeros();
    }
}
