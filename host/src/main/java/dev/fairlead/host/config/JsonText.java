package dev.fairlead.host.config;

import dev.fairlead.host.config.JsonSpan.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON text, with comments and trailing commas where it has them, that can be changed at single places: all else stays
 * as it is, to the last blank. Where a name stands twice in an object, the later one counts.
 *
 * <p>Instances are immutable.
 */
public final class JsonText {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final String text;
    private final Located tree;
    private final JsonSpan root;
    private final JsonLayout layout;

    private JsonText(String text, Located tree) {
        this.text = text;
        this.tree = tree;
        this.root = JsonScanner.scan(text);
        this.layout = JsonLayout.of(text, root);
    }

    /**
     * Reads a text; an empty one counts as an empty object.
     *
     * @throws ConfigEditException if it is no JSON, or no object; with line and column
     */
    public static JsonText parse(String text) {
        try {
            var mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
            var whole = text.substring(mark.length()).isBlank() ? mark + "{}\n" : text;
            var tree = Document.parse(whole, Format.JSON).root();
            if (!tree.isObject()) {
                throw new ConfigEditException(
                        tree.line(),
                        tree.column(),
                        "must hold an object, and holds " + tree.kind().words());
            }
            return new JsonText(whole, tree);
        } catch (BadDocument e) {
            throw new ConfigEditException(e.line(), e.column(), e.problem());
        }
    }

    Located tree() {
        return tree;
    }

    /** Returns the whole text. */
    public String text() {
        return text;
    }

    /** Returns what stands at the end of a path of names. */
    public Optional<JsonNode> get(List<String> path) {
        return located(path).map(Located::json);
    }

    /** Returns the line, from 1, on which the name at the end of a path stands; 0 if there is none. */
    public int line(List<String> path) {
        return located(path).map(Located::line).orElse(0);
    }

    /** Returns the text with this value at the end of a path, where it takes the place of what is there. */
    public JsonText put(List<String> path, JsonNode value) {
        var object = root;
        for (int depth = 0; depth < path.size(); depth++) {
            int found = object.last(path.get(depth));
            if (found < 0) {
                return inserted(object, path.get(depth), nested(path.subList(depth + 1, path.size()), value));
            }
            var part = object.parts().get(found);
            boolean nothing = text.startsWith("null", part.value().start());
            if (depth == path.size() - 1 || nothing) {
                return replaced(part, nested(path.subList(depth + 1, path.size()), value));
            }
            object = object(part, path.subList(0, depth + 1));
        }
        throw new IllegalArgumentException("a path has at least one name");
    }

    /** Returns the text with one more item in the list at the end of a path, which is made where there is none. */
    public JsonText append(List<String> path, JsonNode item) {
        var list = get(path).orElse(JsonNodeFactory.instance.nullNode());
        if (list.isNull()) {
            return put(path, JsonNodeFactory.instance.arrayNode().add(item));
        }
        var part = part(path);
        if (!list.isArray() || part == null) {
            throw misplaced(path, "a list");
        }
        return inserted(part.value(), "", item);
    }

    /** Returns the text without what stands at the end of a path; the same if nothing does. */
    public JsonText remove(List<String> path) {
        var changed = this;
        for (var part = changed.part(path); part != null; part = changed.part(path)) {
            changed = changed.removed(changed.holder(path), part);
        }
        return changed;
    }

    private static JsonNode nested(List<String> names, JsonNode value) {
        JsonNode nested = value;
        for (int i = names.size() - 1; i >= 0; i--) {
            ObjectNode around = JsonNodeFactory.instance.objectNode();
            around.set(names.get(i), nested);
            nested = around;
        }
        return nested;
    }

    private Optional<Located> located(List<String> path) {
        var here = tree;
        for (var name : path) {
            var next = here.members().get(name);
            if (next == null) {
                return Optional.empty();
            }
            here = next;
        }
        return Optional.of(here);
    }

    private JsonSpan holder(List<String> path) {
        var object = root;
        for (var name : path.subList(0, path.size() - 1)) {
            object = object.parts().get(object.last(name)).value();
        }
        return object;
    }

    private @Nullable Part part(List<String> path) {
        Part part = null;
        var here = root;
        for (var name : path) {
            int found = here.isObject() ? here.last(name) : -1;
            if (found < 0) {
                return null;
            }
            part = here.parts().get(found);
            here = part.value();
        }
        return part;
    }

    private JsonSpan object(Part part, List<String> path) {
        if (!part.value().isObject()) {
            throw misplaced(path, "an object");
        }
        return part.value();
    }

    private ConfigEditException misplaced(List<String> path, String wanted) {
        var there = located(path).orElse(tree);
        return new ConfigEditException(
                there.line(),
                there.column(),
                "%s must be %s, and is %s"
                        .formatted(String.join(".", path), wanted, there.kind().words()));
    }

    private JsonText replaced(Part part, JsonNode value) {
        var old = part.value();
        boolean tight = old.start() > 0 && text.charAt(old.start() - 1) == ':';
        boolean flows = isLine() || !JsonLayout.beginsLine(text, part.start());
        var fresh = flows ? JsonLayout.onOneLine(value, !tight) : layout.written(value, indent(part));
        return applied(List.of(new Change(old.start(), old.end(), fresh)));
    }

    private String indent(Part part) {
        return JsonLayout.indent(text, part.start());
    }

    /** Tells whether all of the text stands on one line. */
    private boolean isLine() {
        var object = text.substring(root.start(), root.end());
        return !root.parts().isEmpty() && !JsonLayout.breaks(object);
    }

    private JsonText inserted(JsonSpan into, String name, JsonNode value) {
        if (into.parts().isEmpty()) {
            return applied(List.of(first(into, name, value)));
        }
        var last = into.parts().getLast();
        var changes = new ArrayList<Change>();
        if (last.comma() < 0) {
            changes.add(new Change(last.value().end(), last.value().end(), ","));
        }
        var trailing = last.comma() < 0 ? "" : ",";
        if (JsonLayout.beginsLine(text, last.start())) {
            int at = afterRemarks(last.end());
            var fresh = layout.newline() + indent(last) + written(into, name, value, indent(last)) + trailing;
            changes.add(new Change(at, at, fresh));
        } else {
            boolean tight = !into.list() && text.charAt(last.value().start() - 1) == ':';
            var fresh = (tight ? "" : " ") + titled(into, name, JsonLayout.onOneLine(value, !tight), tight) + trailing;
            changes.add(new Change(last.end(), last.end(), fresh));
        }
        return applied(changes);
    }

    /** Fills an object or a list that holds nothing but, perhaps, comments. */
    private Change first(JsonSpan into, String name, JsonNode value) {
        int start = into.start() + 1;
        int end = into.end() - 1;
        if (isLine()) {
            return new Change(end, end, titled(into, name, JsonLayout.onOneLine(value, false), true));
        }
        var outer = JsonLayout.indent(text, into.start());
        var inner = outer + layout.unit();
        var fresh = layout.newline() + inner + written(into, name, value, inner);
        if (text.substring(start, end).isBlank()) {
            return new Change(start, end, fresh + layout.newline() + outer);
        }
        int at = afterRemarks(start);
        boolean ends = JsonLayout.breaks(text.substring(at, end));
        return ends ? new Change(at, at, fresh) : new Change(end, end, fresh + layout.newline() + outer);
    }

    private String written(JsonSpan into, String name, JsonNode value, String indent) {
        return titled(into, name, layout.written(value, indent), false);
    }

    private static String titled(JsonSpan into, String name, String value, boolean tight) {
        return into.list() ? value : JsonLayout.name(name) + (tight ? ":" : ": ") + value;
    }

    /** Returns where the comments end that follow on the same line: they are about what stands before them. */
    private int afterRemarks(int from) {
        int at = from;
        while (true) {
            int next = JsonLayout.blanks(text, at);
            if (next >= text.length() || text.charAt(next) != '/') {
                return at;
            }
            int end = JsonScanner.commentEnd(text, next);
            if (JsonLayout.breaks(text.substring(next, end))) {
                return at;
            }
            at = end;
        }
    }

    private JsonText removed(JsonSpan from, Part part) {
        int index = from.parts().indexOf(part);
        var changes = new ArrayList<Change>();
        if (part.comma() < 0 && index > 0) {
            int comma = from.parts().get(index - 1).comma();
            boolean next =
                    text.substring(comma + 1, part.start()).isBlank() && !JsonLayout.beginsLine(text, part.start());
            changes.add(new Change(comma, next ? part.start() : comma + 1, ""));
        }
        int end = part.value().end();
        if (part.comma() >= 0) {
            if (text.substring(end, part.comma()).isBlank()) {
                end = part.comma() + 1;
            } else {
                changes.add(new Change(part.comma(), part.comma() + 1, ""));
            }
        }
        changes.add(withLine(part, end));
        return applied(changes);
    }

    /** Takes the line too, if nothing else stands on it; else the blanks that follow. */
    private Change withLine(Part part, int end) {
        int after = JsonLayout.blanks(text, end);
        boolean ends = after < text.length() && (text.charAt(after) == '\n' || text.charAt(after) == '\r');
        if (!JsonLayout.beginsLine(text, part.start())) {
            return new Change(part.start(), ends || part.comma() < 0 ? end : after, "");
        }
        if (!ends) {
            return new Change(part.start(), after, "");
        }
        int next = text.startsWith("\r\n", after) ? after + 2 : after + 1;
        return new Change(JsonLayout.lineStart(text, part.start()), next, "");
    }

    private JsonText applied(List<Change> changes) {
        var result = new StringBuilder(text.length());
        int done = 0;
        // Those at the same place stay in the order in which they were noted.
        for (var change :
                changes.stream().sorted(Comparator.comparingInt(Change::start)).toList()) {
            result.append(text, done, change.start()).append(change.fresh());
            done = change.end();
        }
        result.append(text, done, text.length());
        return parse(result.toString());
    }

    private record Change(int start, int end, String fresh) {}
}
