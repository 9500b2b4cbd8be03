package dev.fairlead.host.trust;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The difference between two definitions, for people. All texts are fit for a terminal, and show what would be invisible.
 *
 * @param changes the first differences, in order of the definition
 * @param left how many more there are
 */
public record DefinitionDiff(List<Change> changes, int left) {
    private static final int MOST_CHANGES = 50;

    /** Copies the list. */
    public DefinitionDiff {
        changes = List.copyOf(changes);
    }

    /**
     * One difference.
     *
     * @param pointer where it is, as a JSON pointer; empty for the whole definition
     * @param before what was there; null for nothing
     * @param after what is there now; null for nothing
     * @param remark what eyes could miss; null for nothing
     */
    public record Change(
            String pointer,
            @Nullable String before,
            @Nullable String after,
            @Nullable String remark) {

        /** Returns it as one line that begins with {@code +}, {@code -} or {@code ~}. */
        @Override
        public String toString() {
            var where = pointer.isEmpty() ? "(all of it)" : pointer;
            if (before == null) {
                return "+ %s: %s".formatted(where, after);
            }
            if (after == null) {
                return "- %s: %s".formatted(where, before);
            }
            return "~ %s: %s -> %s%s".formatted(where, before, after, remark == null ? "" : " (" + remark + ")");
        }
    }

    /** Compares two definitions. */
    public static DefinitionDiff between(JsonNode before, JsonNode after) {
        var comparison = new Comparison(MOST_CHANGES);
        comparison.compare(before, after);
        return comparison.diff();
    }

    /** Returns the difference from a definition of which only the hash is known. */
    static DefinitionDiff unseen(String why, JsonNode after) {
        return new DefinitionDiff(List.of(new Change("", why, Comparison.shown(after), null)), 0);
    }

    /** Returns one line for each difference. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        changes.forEach(change -> lines.add(change.toString()));
        if (left > 0) {
            lines.add("and %s more".formatted(left));
        }
        return List.copyOf(lines);
    }

    /** Returns all lines. */
    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}
