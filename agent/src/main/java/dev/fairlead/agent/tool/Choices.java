package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What can be done about the choices of a schema before they are told. */
final class Choices {
    private final Room room;
    private final Merging merging;

    Choices(Room room, Merging merging) {
        this.room = room;
        this.merging = merging;
    }

    /** Tidies the choices: those that nothing follows go, those within choices come out, a single one is none. */
    ObjectNode tidied(ObjectNode schema, String at) {
        if (!(schema.get("anyOf") instanceof ArrayNode choices)) {
            return schema;
        }
        var open = new LinkedHashSet<ObjectNode>();
        for (var choice : choices) {
            unpack((ObjectNode) choice, open);
        }
        if (open.isEmpty()) {
            room.note(at, "`anyOf` is left out", "nothing can follow any of its choices");
            schema.remove("anyOf");
        } else if (open.size() == 1) {
            room.note(at, "`anyOf` of one is told as that one", "there is no choice");
            schema.remove("anyOf");
            return tidied(Schemas.shallow(merging.merge(open.getFirst(), schema, at)), at);
        } else {
            schema.set("anyOf", Json.array().addAll(open));
        }
        return schema;
    }

    /** Adds a choice, or those that it consists of. */
    static void unpack(ObjectNode choice, Set<ObjectNode> open) {
        if (Schemas.isNever(choice)) {
            return;
        }
        if (choice.size() == 1 && choice.get("anyOf") instanceof ArrayNode inner) {
            inner.forEach(each -> unpack((ObjectNode) each, open));
        } else {
            open.add(choice);
        }
    }

    /** Says which properties are needed together, where a choice says nothing else. */
    void inWords(ObjectNode schema, ArrayNode choices, String at) {
        room.note(at, "`anyOf` is told in words", "not everybody knows choices that only require");
        schema.remove("anyOf");
        var hints = new Hints();
        hints.tell(needed(choices));
        hints.write(schema, at, room);
    }

    /** Tells whether they say nothing but which properties are needed. */
    static boolean onlyRequired(ArrayNode choices) {
        for (var choice : choices) {
            if (!Set.of("required", "title", "description", "type").containsAll(names(choice))) {
                return false;
            }
        }
        return true;
    }

    private static Set<String> names(JsonNode schema) {
        return new LinkedHashSet<>(schema.propertyNames());
    }

    private static String needed(ArrayNode choices) {
        var sets = new LinkedHashSet<String>();
        choices.forEach(choice -> sets.add(String.join(" and ", Schemas.strings(choice.get("required")))));
        return sets.contains("") ? "" : "give " + String.join(", or ", sets);
    }

    /** Says of the first choice what is said of all, since there is no other place. */
    ObjectNode introduced(ObjectNode branch, ObjectNode words, String at) {
        var introduced = merging.merge(words, branch, at);
        var whole = Schemas.text(words, "description");
        var own = Schemas.text(branch, "description");
        if (whole == null || own == null || own.startsWith(whole)) {
            return introduced;
        }
        return Schemas.shallow(introduced).put("description", whole + " " + own);
    }
}
