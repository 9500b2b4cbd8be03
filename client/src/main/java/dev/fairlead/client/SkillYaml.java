package dev.fairlead.client;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of YAML that skills are written in: mappings, sequences, and scalars in all five styles.
 *
 * <p>Anchors, aliases, tags, keys that are not scalars, indentation indicators and tabs as indentation are
 * {@link Unreadable}, and so is whatever might mean something else to a complete parser. A library would read them, and
 * would be a dependency of everyone for the sake of a few lines that hardly any skill has.
 */
final class SkillYaml {
    private static final int MAX_DEPTH = 32;
    private static final Pattern BLOCK_HEADER = Pattern.compile("([|>])([-+]?)[ \\t]*([ \\t]#.*)?");
    private static final String NO_PLAIN_START = ",[]{}#&*!|>'\"%@`";

    private final List<Line> lines;
    private int at;
    private int depth;

    /** A value as it was written. */
    sealed interface Value {}

    /** A scalar without quotation marks, of which only its reader knows what it is. */
    record Plain(String text) implements Value {}

    /** A scalar that is a text. */
    record Text(String text) implements Value {}

    record Sequence(List<Value> elements) implements Value {}

    record Mapping(Map<String, Value> members) implements Value {}

    /** What this reader does not understand. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        Unreadable(String what) {
            super(what);
        }
    }

    /**
     * A line.
     *
     * @param text without the spaces in front of it
     */
    private record Line(int indent, String text) {
        static Line of(String raw) {
            int indent = 0;
            while (indent < raw.length() && raw.charAt(indent) == ' ') {
                indent++;
            }
            return new Line(indent, raw.substring(indent));
        }

        boolean blank() {
            return trim(text).isEmpty();
        }

        boolean comment() {
            return text.startsWith("#");
        }

        boolean item() {
            return text.equals("-") || text.startsWith("- ");
        }
    }

    private SkillYaml(List<Line> lines) {
        this.lines = lines;
    }

    /** Reads a document, which is to be a mapping. */
    static Mapping read(String yaml) throws Unreadable {
        for (int sign = 0; sign < yaml.length(); sign++) {
            char one = yaml.charAt(sign);
            if ((Character.isISOControl(one) && one != '\n' && one != '\t') || "\u2028\u2029\uFEFF".indexOf(one) >= 0) {
                throw new Unreadable("a control character");
            }
        }
        var lines = new ArrayList<Line>();
        var text = yaml.endsWith("\n") ? yaml.substring(0, yaml.length() - 1) : yaml;
        for (var raw : text.split("\n", -1)) {
            lines.add(Line.of(raw));
        }
        var reader = new SkillYaml(lines);
        var value = reader.next() == null ? new Mapping(Map.of()) : reader.mapping(0);
        if (reader.next() != null) {
            throw reader.unreadable("an unexpected line");
        }
        return value;
    }

    /** Tells whether a sign is one of those that YAML holds for white space; Unicode has more. */
    static boolean space(char sign) {
        return sign == ' ' || sign == '\t';
    }

    /** Returns a text without white space around it. */
    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && space(text.charAt(from))) {
            from++;
        }
        while (from < to && space(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /** Returns the next line that says something, without leaving it behind. */
    private @Nullable Line next() throws Unreadable {
        while (at < lines.size() && (lines.get(at).blank() || lines.get(at).comment())) {
            at++;
        }
        if (at == lines.size()) {
            return null;
        }
        if (lines.get(at).text().startsWith("\t")) {
            throw unreadable("a tab as indentation");
        }
        return lines.get(at);
    }

    private Mapping mapping(int indent) throws Unreadable {
        deeper();
        var members = new LinkedHashMap<String, Value>();
        for (var line = next(); line != null && line.indent() >= indent; line = next()) {
            var key = line.indent() == indent ? SkillYamlFlow.key(line.text()) : null;
            if (key == null) {
                if (line.indent() == indent && line.item()) {
                    break;
                }
                throw unreadable("a line that is no 'key: value'");
            }
            var value = value(line.text().substring(key.end()), indent, true);
            if (members.put(key.name(), value) != null) {
                throw unreadable("the key '%s' twice".formatted(Excerpt.of(key.name())));
            }
        }
        depth--;
        return new Mapping(members);
    }

    private Sequence sequence(int indent) throws Unreadable {
        deeper();
        var elements = new ArrayList<Value>();
        for (var line = next(); line != null && line.indent() >= indent; line = next()) {
            if (line.indent() > indent) {
                throw unreadable("an unexpected indentation");
            }
            if (!line.item()) {
                break;
            }
            var rest = Line.of(line.text().substring(1));
            int inner = indent + 1 + rest.indent();
            if (rest.text().startsWith("\t")) {
                throw unreadable("a tab as indentation");
            }
            if (rest.item() || SkillYamlFlow.key(rest.text()) != null) {
                lines.set(at, new Line(inner, rest.text()));
                elements.add(block(inner));
            } else {
                elements.add(value(rest.text(), indent, false));
            }
        }
        depth--;
        return new Sequence(elements);
    }

    private Value block(int indent) throws Unreadable {
        return lines.get(at).item() ? sequence(indent) : mapping(indent);
    }

    /**
     * Reads the value that begins with the rest of the present line, and leaves its lines behind.
     *
     * @param indent of what it is the value of
     * @param member whether a sequence may follow without more indentation
     */
    private Value value(String rest, int indent, boolean member) throws Unreadable {
        var text = trim(rest);
        if (text.isEmpty() || text.startsWith("#")) {
            at++;
            return below(indent, member);
        }
        return switch (text.charAt(0)) {
            case '|', '>' -> blockScalar(text, indent);
            case '"', '\'', '[', '{' -> flow(text, indent);
            default -> plain(text, indent);
        };
    }

    private Value below(int indent, boolean member) throws Unreadable {
        var line = next();
        if (line == null || line.indent() < indent || (line.indent() == indent && !(member && line.item()))) {
            return new Plain("");
        }
        if (line.item() || SkillYamlFlow.key(line.text()) != null) {
            return block(line.indent());
        }
        return value(line.text(), indent, false);
    }

    private Value flow(String text, int indent) throws Unreadable {
        at++;
        return SkillYamlFlow.read(text, () -> {
            var line = at < lines.size() ? lines.get(at) : null;
            if (line == null || line.blank() || line.comment() || line.indent() <= indent) {
                throw unreadable("a quotation mark or bracket that is not closed");
            }
            at++;
            return trim(line.text());
        });
    }

    private Value plain(String text, int indent) throws Unreadable {
        requirePlainStart(text);
        var scalar = new StringBuilder(plainPart(text));
        boolean over = scalar.length() < text.length();
        at++;
        int breaks = 1;
        while (at < lines.size() && !over) {
            var line = lines.get(at);
            if (line.blank()) {
                breaks++;
                at++;
                continue;
            }
            if (line.indent() <= indent || line.comment()) {
                break;
            }
            if (line.text().startsWith("\t")) {
                throw unreadable("a tab as indentation");
            }
            var more = trim(line.text());
            var part = plainPart(more);
            scalar.append(breaks == 1 ? " " : "\n".repeat(breaks - 1)).append(part);
            over = part.length() < more.length();
            breaks = 1;
            at++;
        }
        return new Plain(scalar.toString());
    }

    private void requirePlainStart(String text) throws Unreadable {
        boolean indicator = "-?:".indexOf(text.charAt(0)) >= 0 && (text.length() == 1 || space(text.charAt(1)));
        if (indicator || NO_PLAIN_START.indexOf(text.charAt(0)) >= 0) {
            throw unreadable("a value that begins with " + text.charAt(0));
        }
    }

    /** Returns what is before a comment. */
    private String plainPart(String text) throws Unreadable {
        int end = text.length();
        for (int sign = 0; sign < end; sign++) {
            boolean last = sign + 1 == text.length();
            if (text.charAt(sign) == ':' && (last || space(text.charAt(sign + 1)))) {
                throw unreadable("a colon in a value without quotation marks");
            }
            if (text.charAt(sign) == '#' && sign > 0 && space(text.charAt(sign - 1))) {
                end = sign;
            }
        }
        return trim(text.substring(0, end));
    }

    private Value blockScalar(String header, int indent) throws Unreadable {
        var style = BLOCK_HEADER.matcher(header);
        if (!style.matches()) {
            throw unreadable("the header of a block");
        }
        at++;
        var content = blockLines(indent);
        int kept = content.size();
        while (kept > 0 && content.get(kept - 1).isEmpty()) {
            kept--;
        }
        var body = content.subList(0, kept);
        var text = style.group(1).equals("|") ? String.join("\n", body) : fold(body);
        int breaks = switch (style.group(2)) {
            case "-" -> 0;
            case "+" -> content.size() - kept + (kept == 0 ? 0 : 1);
            default -> kept == 0 ? 0 : 1;
        };
        return new Text(text + "\n".repeat(breaks));
    }

    private List<String> blockLines(int indent) throws Unreadable {
        var content = new ArrayList<String>();
        int inner = -1;
        int blanks = 0;
        for (; at < lines.size(); at++) {
            var line = lines.get(at);
            boolean empty = line.text().isEmpty();
            if (!empty && line.indent() <= indent) {
                break;
            }
            if (inner < 0 && !empty) {
                inner = line.indent();
            }
            if (inner < 0) {
                blanks = Math.max(blanks, line.indent());
            } else if ((!empty && line.indent() < inner) || blanks > inner) {
                throw unreadable("a block with uneven indentation");
            }
            boolean deeper = inner >= 0 && line.indent() > inner;
            content.add((deeper ? " ".repeat(line.indent() - inner) : "") + line.text());
        }
        return content;
    }

    /** Joins lines by spaces, except where one is empty or indented. */
    private static String fold(List<String> lines) {
        var text = new StringBuilder();
        int breaks = 0;
        boolean first = true;
        boolean wasIndented = false;
        for (var line : lines) {
            if (line.isEmpty()) {
                breaks++;
                continue;
            }
            boolean indented = space(line.charAt(0));
            if (first) {
                text.append("\n".repeat(breaks));
            } else if (indented || wasIndented) {
                text.append("\n".repeat(breaks + 1));
            } else {
                text.append(breaks == 0 ? " " : "\n".repeat(breaks));
            }
            text.append(line);
            first = false;
            wasIndented = indented;
            breaks = 0;
        }
        return text.toString();
    }

    private void deeper() throws Unreadable {
        if (++depth > MAX_DEPTH) {
            throw unreadable("too many levels");
        }
    }

    private Unreadable unreadable(String what) {
        return new Unreadable("%s, near line %s".formatted(what, Math.min(at, lines.size()) + 2));
    }
}
