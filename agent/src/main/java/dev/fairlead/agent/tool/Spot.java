package dev.fairlead.agent.tool;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where in the tree of a schema we are, and how we came here.
 *
 * @param at as a JSON Pointer
 * @param hops how many steps lead here that make the tree no deeper
 * @param base where references begin
 * @param followed the references that lead here
 */
record Spot(
        String at,
        int depth,
        int hops,
        ObjectNode base,
        @Nullable Followed followed) {

    /** References, the last first. */
    record Followed(JsonNode schema, @Nullable Followed before) {}

    Spot below(String... steps) {
        return new Spot(Schemas.below(at, steps), depth + 1, hops, base, followed);
    }

    Spot beside() {
        return new Spot(at, depth, hops + 1, base, followed);
    }

    /** A choice is no level of its own: it may have to be made where there was none. */
    Spot choice(int number) {
        return new Spot(Schemas.below(at, "anyOf", Integer.toString(number)), depth, hops + 1, base, followed);
    }

    Spot in(ObjectNode resource) {
        return new Spot(at, depth, hops, resource, followed);
    }

    Spot following(References.Target target) {
        return new Spot(at, depth, hops + 1, target.base(), new Followed(target.schema(), followed));
    }

    /** Tells whether a reference to this very schema leads here. */
    boolean passed(JsonNode schema) {
        for (var each = followed; each != null; each = each.before()) {
            if (Schemas.same(each.schema(), schema)) {
                return true;
            }
        }
        return false;
    }
}
