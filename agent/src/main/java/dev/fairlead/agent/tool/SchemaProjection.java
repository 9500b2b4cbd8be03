package dev.fairlead.agent.tool;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.tool.Projected.Fit;
import dev.fairlead.agent.tool.Projected.Unfit;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of a tool as a provider takes it. The server's schema stays the truth, and arguments are checked against
 * that; what a model is told holds for the same arguments and more, except where the changes say so.
 *
 * <p>It is a pure function, and what it returns is returned unchanged when it is given again.
 */
public final class SchemaProjection {
    private static final int MOST_ROUNDS = 8;
    private static final int SHALLOW = 3;

    private SchemaProjection() {}

    /** Tells a schema in a dialect; takes little time and room, whatever the schema is. */
    public static Projected of(ObjectNode schema, SchemaDialect dialect) {
        try {
            return dialect == SchemaDialect.PLAIN ? plain(schema) : fitted(schema, DialectRules.of(dialect));
        } catch (UnfitException unfit) {
            return new Unfit(String.valueOf(unfit.getMessage()));
        }
    }

    private static Fit plain(ObjectNode schema) {
        // As it is means whole: what is too long cannot be told less deeply.
        new Room(0, Room.MOST_SCHEMAS).pay(schema);
        var types = Schemas.types(schema);
        if (types.equals(List.of("object")) && schema.path("type").isString()) {
            return new Fit(schema, List.of());
        }
        if (schema.has("type") && !types.contains("object")) {
            throw UnfitException.because("Its arguments are not described as an object.");
        }
        var object = Json.object().put("type", "object");
        schema.properties().forEach(member -> {
            if (!member.getKey().equals("type")) {
                object.set(member.getKey(), member.getValue());
            }
        });
        return new Fit(
                object, List.of(new SchemaChange("", "`type` is \"object\"", "everybody wants to be told so", false)));
    }

    private static Fit fitted(ObjectNode schema, DialectRules rules) {
        UnfitException last = null;
        // Rather less of everything than all of the first and nothing of the last.
        for (int depth : IntStream.of(rules.depth(), 8, 5, 3, 2, 1)
                .filter(each -> each <= rules.depth())
                .toArray()) {
            try {
                // What did not fit at once is not worth as much again; only in the end it is that or nothing.
                int most = last == null || depth < SHALLOW ? Room.MOST_SCHEMAS : Room.MOST_SCHEMAS_OF_A_BOMB;
                return settled(schema, rules, new Room(depth, most));
            } catch (UnfitException unfit) {
                if (!unfit.tooBig()) {
                    throw unfit;
                }
                last = unfit;
            }
        }
        throw last == null ? new IllegalStateException("no depth was tried") : last;
    }

    /** Tells what was told until nothing changes any more: what one change leaves behind can ask for another. */
    private static Fit settled(ObjectNode schema, DialectRules rules, Room first) {
        var fit = fitted(schema, rules, first);
        var changes = new ArrayList<>(fit.changes());
        for (int round = 0; round < MOST_ROUNDS; round++) {
            fit = fitted(fit.schema(), rules, new Room(rules.depth(), Room.MOST_SCHEMAS));
            if (fit.changes().isEmpty()) {
                break;
            }
            changes.addAll(fit.changes());
        }
        return new Fit(fit.schema(), changes);
    }

    private static Fit fitted(ObjectNode schema, DialectRules rules, Room room) {
        var tree = new Unfolding(schema, room).tree();
        var root = new RootShape(room).of(tree);
        room.recount();
        var fitted = new Fitting(rules, room).fit(root);
        return new Fit(fitted, room.changes());
    }
}
