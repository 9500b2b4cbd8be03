package dev.fairlead.host.trust;

import dev.fairlead.host.trust.DefinitionDiff.Change;
import java.util.ArrayDeque;
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

    /** A place in both values; it is spelled only where something differs, as there may be very many. */
    private record Place(@Nullable Place above, String name) {
        String pointer() {
            var names = new ArrayDeque<String>();
            for (@Nullable Place place = this; place != null && place.above != null; place = place.above) {
                names.addFirst(place.name);
            }
            var pointer = new StringBuilder();
            for (var name : names) {
                if (pointer.length() > LONGEST_POINTER) {
                    break; // Nobody is shown more.
                }
                pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
            }
            return pointer.toString();
        }
    }

    void compare(JsonNode before, JsonNode after) {
        compare(new Place(null, ""), before, after);
    }

    private void compare(Place place, JsonNode before, JsonNode after) {
        if (before.isObject() && after.isObject()) {
            var names = new LinkedHashSet<>(before.propertyNames());
            names.addAll(after.propertyNames());
            for (var name : names) {
                compareMember(new Place(place, name), before.get(name), after.get(name));
            }
        } else if (before.isArray() && after.isArray()) {
            for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                compareMember(new Place(place, Integer.toString(i)), before.get(i), after.get(i));
            }
        } else if (before.isString() && after.isString()) {
            compareTexts(place, before.stringValue(), after.stringValue());
        } else if (!Canonical.text(before).equals(Canonical.text(after))) {
            add(place, shown(before), shown(after), null);
        }
    }

    private void compareMember(Place place, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (before != null && after != null) {
            compare(place, before, after);
        } else {
            add(place, before == null ? null : shown(before), after == null ? null : shown(after), null);
        }
    }

    private void compareTexts(Place place, String before, String after) {
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
        add(place, excerpt(before, from), excerpt(after, from), remark(before, after, same));
    }

    /** Names the first characters that differ, unless both are plain: others can look alike. */
    private static @Nullable String remark(String before, String after, int at) {
        var old = at < before.length() ? before.codePointAt(at) : -1;
        var fresh = at < after.length() ? after.codePointAt(at) : -1;
        if (old < 0x7f && fresh < 0x7f) {
            return null;
        }
        return "character %s was %s and is %s".formatted(before.codePointCount(0, at) + 1, name(old), name(fresh));
    }

    private static String name(int point) {
        if (point < 0) {
            return "the end";
        }
        var name = Character.getName(point);
        return "U+%04X%s".formatted(point, name == null ? "" : " " + name);
    }

    private void add(Place place, @Nullable String before, @Nullable String after, @Nullable String remark) {
        if (changes.size() == most) {
            left++;
        } else {
            changes.add(new Change(Visible.plain(cut(place.pointer(), 0, LONGEST_POINTER)), before, after, remark));
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
