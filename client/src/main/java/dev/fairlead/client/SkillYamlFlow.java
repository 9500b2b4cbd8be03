package dev.fairlead.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the values of YAML that end by themselves: those in quotation marks, brackets and braces. */
final class SkillYamlFlow {
    private static final int MAX_DEPTH = 32;
    /** Where complete parsers give up. */
    private static final int LONGEST_KEY = 1024;

    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]+");
    private static final Map<Character, String> ESCAPES = Map.ofEntries(
            Map.entry('0', "\0"),
            Map.entry('a', "\u0007"),
            Map.entry('b', "\b"),
            Map.entry('t', "\t"),
            Map.entry('n', "\n"),
            Map.entry('v', "\u000B"),
            Map.entry('f', "\f"),
            Map.entry('r', "\r"),
            Map.entry('e', "\u001B"),
            Map.entry(' ', " "),
            Map.entry('"', "\""),
            Map.entry('/', "/"),
            Map.entry('\\', "\\"),
            Map.entry('N', "\u0085"),
            Map.entry('_', "\u00A0"),
            Map.entry('L', "\u2028"),
            Map.entry('P', "\u2029"));

    private final Lines lines;
    private final StringBuilder text;
    private int at;
    private int depth;

    /** Where more comes from. */
    interface Lines {

        /** Returns the next line, stripped; throws if there is none. */
        String next() throws SkillYaml.Unreadable;
    }

    /**
     * The key of a line.
     *
     * @param end where its value begins
     */
    record Key(String name, int end) {}

    private SkillYamlFlow(String text, Lines lines) {
        this.text = new StringBuilder(text);
        this.lines = lines;
    }

    /** Reads the value that begins with this text, after which there may be a comment and nothing else. */
    static SkillYaml.Value read(String text, Lines lines) throws SkillYaml.Unreadable {
        var reader = new SkillYamlFlow(text, lines);
        var value = reader.value();
        var rest = reader.text.substring(reader.at);
        var said = SkillYaml.trim(rest);
        if (!said.isEmpty() && !(SkillYaml.space(rest.charAt(0)) && said.startsWith("#"))) {
            throw new SkillYaml.Unreadable("something after a value in quotation marks or brackets");
        }
        return value;
    }

    /** Returns the key that a line begins with; null if it does not. */
    static @Nullable Key key(String line) throws SkillYaml.Unreadable {
        if (line.isEmpty() || ",[]{}#&*!|>%@`?".indexOf(line.charAt(0)) >= 0 || line.startsWith("- ")) {
            return null;
        }
        if (line.charAt(0) == '"' || line.charAt(0) == '\'') {
            return quotedKey(line);
        }
        for (int sign = 0; sign < line.length(); sign++) {
            if (line.charAt(sign) == '#' && sign > 0 && SkillYaml.space(line.charAt(sign - 1))) {
                return null;
            }
            if (colon(line, sign)) {
                return sign == 0 || sign > LONGEST_KEY
                        ? null
                        : new Key(plainKey(SkillYaml.trim(line.substring(0, sign))), sign + 1);
            }
        }
        return null;
    }

    private static @Nullable Key quotedKey(String line) {
        var reader = new SkillYamlFlow(line, () -> {
            throw new SkillYaml.Unreadable("a key of several lines");
        });
        try {
            var name = reader.quoted();
            while (reader.at < line.length() && SkillYaml.space(line.charAt(reader.at))) {
                reader.at++;
            }
            return colon(line, reader.at) && reader.at <= LONGEST_KEY ? new Key(name, reader.at + 1) : null;
        } catch (SkillYaml.Unreadable noKey) {
            return null; // Whoever reads it as a value will say what is wrong with it, if anything is.
        }
    }

    private static String plainKey(String name) throws SkillYaml.Unreadable {
        if (name.equals("<<")) {
            throw new SkillYaml.Unreadable("a merge key");
        }
        return name;
    }

    private static boolean colon(CharSequence line, int sign) {
        return sign < line.length()
                && line.charAt(sign) == ':'
                && (sign + 1 == line.length() || SkillYaml.space(line.charAt(sign + 1)));
    }

    private SkillYaml.Value value() throws SkillYaml.Unreadable {
        if (++depth > MAX_DEPTH) {
            throw new SkillYaml.Unreadable("too many levels");
        }
        var value = switch (text.charAt(at)) {
            case '"', '\'' -> new SkillYaml.Text(quoted());
            case '[' -> sequence();
            case '{' -> mapping();
            default -> new SkillYaml.Plain(plain());
        };
        depth--;
        return value;
    }

    private SkillYaml.Sequence sequence() throws SkillYaml.Unreadable {
        var elements = new ArrayList<SkillYaml.Value>();
        at++;
        while (skip() != ']') {
            elements.add(value());
            separate(']');
        }
        at++;
        return new SkillYaml.Sequence(List.copyOf(elements));
    }

    private SkillYaml.Mapping mapping() throws SkillYaml.Unreadable {
        var members = new LinkedHashMap<String, SkillYaml.Value>();
        at++;
        while (skip() != '}') {
            int start = at;
            char first = text.charAt(at);
            var name = first == '"' || first == '\'' ? quoted() : plainKey(plain());
            if (skip() != ':' || !colon(text, at) || at - start > LONGEST_KEY) {
                throw new SkillYaml.Unreadable("a key in braces without a value, or too long");
            }
            at++;
            skip();
            if (members.put(name, value()) != null) {
                throw new SkillYaml.Unreadable("a key twice in braces");
            }
            separate('}');
        }
        at++;
        return new SkillYaml.Mapping(members);
    }

    private void separate(char end) throws SkillYaml.Unreadable {
        char sign = skip();
        if (sign == ',') {
            at++;
        } else if (sign != end) {
            throw new SkillYaml.Unreadable("an unexpected %c in brackets".formatted(sign));
        }
    }

    /** Goes to the next sign that is no space, in the next line if need be. */
    private char skip() throws SkillYaml.Unreadable {
        while (at == text.length() || SkillYaml.space(text.charAt(at))) {
            if (at == text.length()) {
                more();
            } else {
                at++;
            }
        }
        return text.charAt(at);
    }

    /** Appends the next line. A single line break means a space. */
    private void more() throws SkillYaml.Unreadable {
        text.append(' ').append(lines.next());
    }

    private String plain() throws SkillYaml.Unreadable {
        int start = at;
        char first = text.charAt(at);
        boolean dash = first == '-' && (at + 1 == text.length() || " \t,[]{}".indexOf(text.charAt(at + 1)) >= 0);
        // Of the question mark and the colon, revisions of YAML think differently.
        if (dash || ",[]{}#&*!|>'\"%@`?:".indexOf(first) >= 0) {
            throw new SkillYaml.Unreadable("a value in brackets that begins with " + first);
        }
        while (true) {
            if (at == text.length()) {
                more();
            }
            if (",[]{}".indexOf(text.charAt(at)) >= 0 || colon(text, at)) {
                return SkillYaml.trim(text.substring(start, at));
            }
            if (text.charAt(at) == ':' && at + 1 < text.length() && ",[]{}".indexOf(text.charAt(at + 1)) >= 0) {
                throw new SkillYaml.Unreadable("a key in brackets without a value");
            }
            if (text.charAt(at) == '#' && SkillYaml.space(text.charAt(at - 1))) {
                throw new SkillYaml.Unreadable("a comment in brackets");
            }
            at++;
        }
    }

    private String quoted() throws SkillYaml.Unreadable {
        char mark = text.charAt(at++);
        var content = new StringBuilder();
        while (true) {
            if (at == text.length()) {
                more();
            }
            char sign = text.charAt(at++);
            if (sign == mark && mark == '\'' && at < text.length() && text.charAt(at) == mark) {
                at++;
                content.append(mark);
            } else if (sign == mark) {
                return content.toString();
            } else if (sign == '\\' && mark == '"') {
                escape(content);
            } else {
                content.append(sign);
            }
        }
    }

    private void escape(StringBuilder content) throws SkillYaml.Unreadable {
        if (at == text.length()) {
            throw new SkillYaml.Unreadable("an escaped line break");
        }
        char code = text.charAt(at++);
        int digits = switch (code) {
            case 'x' -> 2;
            case 'u' -> 4;
            case 'U' -> 8;
            default -> 0;
        };
        var simple = ESCAPES.get(code);
        if (digits > 0 && at + digits <= text.length()) {
            var hex = text.substring(at, at + digits);
            if (HEX.matcher(hex).matches() && Long.parseLong(hex, 16) <= Character.MAX_CODE_POINT) {
                content.appendCodePoint(Integer.parseInt(hex, 16));
                at += digits;
                return;
            }
        } else if (simple != null) {
            content.append(simple);
            return;
        }
        throw new SkillYaml.Unreadable("an unknown escape");
    }
}
