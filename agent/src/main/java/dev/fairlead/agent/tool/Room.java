package dev.fairlead.agent.tool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * How much of a schema may be written out, and the list of what was changed. A few lines of references can stand for
 * billions of schemas, so everything that is written is paid for here.
 */
final class Room {
    static final int MOST_SCHEMAS = 3_000;
    static final int MOST_SCHEMAS_OF_A_BOMB = 1_000;
    static final int MOST_CHARACTERS = 120_000;
    private static final int MOST_CHANGES = 500;

    private final int depth;
    private final int most;
    private final Set<SchemaChange> changes = new LinkedHashSet<>();
    private int schemas;
    private long characters;
    private int unlisted;

    Room(int depth, int most) {
        this.depth = depth;
        this.most = most;
    }

    /** Returns how deep schemas may lie in one another. */
    int depth() {
        return depth;
    }

    /** Pays for one schema. */
    void enter() {
        if (++schemas > most) {
            throw UnfitException.tooBig(
                    String.format(Locale.ROOT, "Its arguments are described by more than %,d schemas.", most));
        }
    }

    /** Pays for a value that is written, or written again. */
    void pay(JsonNode value) {
        characters += size(value, MOST_CHARACTERS - characters);
        if (characters > MOST_CHARACTERS) {
            throw UnfitException.tooBig(String.format(
                    Locale.ROOT, "The description of its arguments has more than %,d characters.", MOST_CHARACTERS));
        }
    }

    /** Begins to count anew, for the next pass over the same schema. */
    void recount() {
        schemas = 0;
        characters = 0;
    }

    void note(String pointer, String what, String why) {
        note(new SchemaChange(pointer, what, why, false));
    }

    void noteNarrower(String pointer, String what, String why) {
        note(new SchemaChange(pointer, what, why, true));
    }

    private void note(SchemaChange change) {
        if (changes.size() < MOST_CHANGES) {
            changes.add(change);
        } else {
            unlisted++;
        }
    }

    List<SchemaChange> changes() {
        var all = new ArrayList<>(changes);
        if (unlisted > 0) {
            // Nobody can say of what is not listed that it takes nothing away.
            all.add(new SchemaChange(
                    "",
                    String.format(Locale.ROOT, "%,d more changes", unlisted),
                    "they are too many to be listed",
                    true));
        }
        return all;
    }

    /** Returns about how long a value is when it is written, however deep it is; stops counting soon after the limit. */
    static long size(JsonNode value, long limit) {
        long size = 0;
        var left = new ArrayDeque<JsonNode>();
        left.push(value);
        while (!left.isEmpty() && size <= limit) {
            var next = left.pop();
            size += next.isContainer() || next.isString() ? 2 : 0;
            if (next.isObject()) {
                for (var member : next.properties()) {
                    size += 4 + member.getKey().length();
                    left.push(member.getValue());
                }
            } else if (next.isArray()) {
                size += next.size();
                next.forEach(left::push);
            } else {
                size += next.asString().length();
            }
        }
        return size;
    }
}
