package dev.fairlead.client;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The head of a {@code SKILL.md}, beside what its entry says of it.
 *
 * <p>The extension wants it parsed and compared field by field, so all of it is. It is YAML, of which {@link SkillYaml}
 * reads the part that skills are written in; what is beyond that is a difference like any other, and the skill is not
 * loaded. That may refuse a skill that a complete parser would find fault-free, and never accepts one that it would not.
 *
 * <p>Servers read YAML by different revisions. A value without quotation marks therefore agrees with a string of the
 * same characters, and with the null, boolean or number that YAML 1.1 or 1.2 makes of it: {@code 2026-01-31} is a text
 * here and a day there, {@code on} a text or a boolean. Numbers agree if they are the same as a {@code double}.
 */
final class SkillFrontMatter {
    private static final Pattern HEAD = Pattern.compile(
            "\\A\\uFEFF?---[ \\t]*\\n(.*?)^---[ \\t]*$", Pattern.DOTALL | Pattern.MULTILINE | Pattern.UNIX_LINES);
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern TRUE = Pattern.compile("true|True|TRUE|yes|Yes|YES|on|On|ON");
    private static final Pattern FALSE = Pattern.compile("false|False|FALSE|no|No|NO|off|Off|OFF");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern RADIX = Pattern.compile("0x[0-9a-fA-F]{1,13}|0o?[0-7]{1,17}");
    private static final int MAX_HEAD = 64 << 10;
    private static final int MAX_NUMBER = 100;

    private SkillFrontMatter() {}

    /** Lists where the head of a file is not what the entry says; empty if they agree. */
    static List<String> differences(String markdown, ObjectNode entry) {
        // A file may be large, and its head may not.
        var start = markdown.substring(0, Math.min(markdown.length(), MAX_HEAD)).replace("\r\n", "\n");
        var head = HEAD.matcher(start);
        if (!head.find()) {
            return List.of("no front matter");
        }
        try {
            return compare(SkillYaml.read(head.group(1)), entry);
        } catch (SkillYaml.Unreadable beyond) {
            return List.of("front matter that cannot be read: " + beyond.getMessage());
        }
    }

    private static List<String> compare(SkillYaml.Mapping written, ObjectNode entry) {
        var names = new TreeSet<>(written.members().keySet());
        names.addAll(entry.propertyNames());
        var differences = new ArrayList<String>();
        for (var name : names) {
            var value = written.members().get(name);
            var said = entry.get(name);
            if (value == null || said == null || !same(value, said)) {
                differences.add("'%s' in the front matter".formatted(Excerpt.of(name)));
            }
        }
        return differences;
    }

    private static boolean same(SkillYaml.Value written, JsonNode said) {
        return switch (written) {
            case SkillYaml.Text text -> said.isString() && said.stringValue().equals(text.text());
            case SkillYaml.Plain plain -> samePlain(plain.text(), said);
            case SkillYaml.Sequence sequence -> {
                boolean same =
                        said.isArray() && said.size() == sequence.elements().size();
                for (int at = 0; same && at < said.size(); at++) {
                    same = same(sequence.elements().get(at), said.get(at));
                }
                yield same;
            }
            case SkillYaml.Mapping mapping ->
                said instanceof ObjectNode object && compare(mapping, object).isEmpty();
        };
    }

    private static boolean samePlain(String written, JsonNode said) {
        return switch (said.getNodeType()) {
            case STRING -> said.stringValue().equals(written);
            case NULL -> NULL.matcher(written).matches();
            case BOOLEAN ->
                (said.booleanValue() ? TRUE : FALSE).matcher(written).matches();
            case NUMBER -> sameNumber(written, said.asDouble(Double.NaN));
            default -> false;
        };
    }

    private static boolean sameNumber(String written, double said) {
        if (written.length() > MAX_NUMBER) {
            return false;
        }
        boolean decimal = DECIMAL.matcher(written).matches() && Double.parseDouble(written) == said;
        return decimal || (RADIX.matcher(written).matches() && integer(written) == said);
    }

    private static double integer(String written) {
        if (written.startsWith("0x")) {
            return Long.parseLong(written.substring(2), 16);
        }
        return Long.parseLong(written.startsWith("0o") ? written.substring(2) : written, 8);
    }
}
