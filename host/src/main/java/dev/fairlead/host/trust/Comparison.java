package dev.fairlead.host.trust;

import dev.fairlead.host.trust.DefinitionDiff.Change;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Walks two JSON values side by side and writes down where they differ. */
final class Comparison {
    private static final int LONGEST = 240;
    private static final int LONGEST_POINTER = 200;

    /** How much of a text is shown that comes before the first difference in it. */
    private static final int LEAD = 40;

    private final int most;
    private final List<Change> changes = new ArrayList<>();
    private int left;

    Comparison(int most) {
        this.most = most;
    }

    DefinitionDiff diff() {
        return new DefinitionDiff(changes, left);
    }

    void compare(String pointer, JsonNode before, JsonNode after) {
        if (before.isObject() && after.isObject()) {
            var names = new LinkedHashSet<>(before.propertyNames());
            names.addAll(after.propertyNames());
            for (var name : names) {
                var inside = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
                compareMember(inside, before.get(name), after.get(name));
            }
        } else if (before.isArray() && after.isArray()) {
            for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                compareMember(pointer + "/" + i, before.get(i), after.get(i));
            }
        } else if (before.isString() && after.isString()) {
            compareTexts(pointer, before.stringValue(), after.stringValue());
        } else if (!Canonical.text(before).equals(Canonical.text(after))) {
            add(pointer, shown(before), shown(after), null);
        }
    }

    private void compareMember(String pointer, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (before != null && after != null) {
            compare(pointer, before, after);
        } else {
            add(pointer, before == null ? null : shown(before), after == null ? null : shown(after), null);
        }
    }

    private void compareTexts(String pointer, String before, String after) {
        if (before.equals(after)) {
            return;
        }
        int same = 0;
        while (same < before.length() && same < after.length() && before.charAt(same) == after.charAt(same)) {
            same++;
        }
        if (same > 0 && Character.isHighSurrogate(before.charAt(same - 1))) {
            same--; // The difference is in the second half of a character.
        }
        int from = same <= LEAD ? 0 : same - LEAD;
        add(pointer, excerpt(before, from), excerpt(after, from), remark(before, after, same));
    }

    /** Names the first characters that differ, unless both are plain: others can look alike. */
    private static @Nullable String remark(String before, String after, int at) {
        var old = at < before.length() ? before.codePointAt(at) : -1;
        var fresh = at < after.length() ? after.codePointAt(at) : -1;
        if (old < 0x7f && fresh < 0x7f) {
            return null;
        }
        return "character %d was %s and is %s".formatted(before.codePointCount(0, at) + 1, name(old), name(fresh));
    }

    private static String name(int point) {
        if (point < 0) {
            return "the end";
        }
        var name = Character.getName(point);
        return "U+%04X%s".formatted(point, name == null ? "" : " " + name);
    }

    private void add(String pointer, @Nullable String before, @Nullable String after, @Nullable String remark) {
        if (changes.size() == most) {
            left++;
        } else {
            changes.add(new Change(Visible.plain(cut(pointer, 0, LONGEST_POINTER)), before, after, remark));
        }
    }

    /** Shows a value on one line. */
    static String shown(JsonNode value) {
        return value.isString()
                ? excerpt(value.stringValue(), 0)
                : cut(Canonical.text(value), 0, LONGEST); // which is printable already
    }

    private static String excerpt(String text, int from) {
        return (from > 0 ? "…" : "") + Visible.quoted(cut(text, from, LONGEST));
    }

    private static String cut(String text, int from, int length) {
        if (from > 0 && Character.isLowSurrogate(text.charAt(from))) {
            from--;
        }
        int end = from + length;
        if (end >= text.length()) {
            return text.substring(from);
        }
        if (Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(from, end) + "…";
    }
}
