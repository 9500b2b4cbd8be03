package dev.fairlead.cli.text;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Looks for what only Markdown has, or for several things that it often has. */
final class MarkdownSigns {
    private static final int LOOKED_AT = 20_000;
    private static final int LONGEST_LINE = 2_000;

    /** What is found in other texts too: one of them is no proof, two of different kinds are. */
    private enum Sign {
        HEADING,
        LIST,
        STRONG,
        LINK,
        CODE
    }

    private static final Pattern HEADING = Pattern.compile("#{1,6} \\S.*");
    private static final Pattern ITEM = Pattern.compile(" {0,3}([-*+]|\\d{1,3}\\.) \\S.*");
    private static final Pattern FENCE = Pattern.compile(" {0,3}(```|~~~)[\\w+-]{0,20} *");
    private static final Pattern DELIMITERS = Pattern.compile("\\|?( *:?-{3,}:? *\\|)+( *:?-{3,}:? *)?");
    private static final Pattern STRONG = Pattern.compile("\\*\\*[^\\s*][^*]{0,80}(?<!\\s)\\*\\*");
    private static final Pattern LINK = Pattern.compile("\\[[^\\[\\]]{1,80}\\]\\(https?://[^\\s()]{1,200}\\)");
    private static final Pattern CODE = Pattern.compile("(?<!`)`[^`\\s][^`]{0,80}`(?!`)");

    private final List<String> lines;
    private final Set<Sign> signs = EnumSet.noneOf(Sign.class);
    private int items;

    private MarkdownSigns(List<String> lines) {
        this.lines = lines;
    }

    static boolean areIn(String text) {
        var start = text.stripLeading();
        if (isAnotherFormat(start)) {
            return false;
        }
        var looked = text.length() > LOOKED_AT ? text.substring(0, LOOKED_AT) : text;
        return new MarkdownSigns(looked.lines().toList()).areEnough();
    }

    private static boolean isAnotherFormat(String start) {
        return start.startsWith("{")
                || start.startsWith("<")
                || start.startsWith("#!")
                || start.startsWith("---\n") // YAML, also in front of Markdown
                || start.startsWith("diff ")
                || start.startsWith("--- a/")
                || (start.startsWith("[") && !LINK.matcher(start).lookingAt());
    }

    private boolean areEnough() {
        boolean fenced = false;
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (line.length() > LONGEST_LINE) {
                continue;
            }
            if (FENCE.matcher(line).matches()) {
                if (fenced) {
                    return true;
                }
                fenced = true;
            } else if (isTable(i)) {
                return true;
            } else if (!fenced) {
                note(i);
            }
        }
        return signs.size() > 1;
    }

    private boolean isTable(int line) {
        return line > 0
                && lines.get(line - 1).indexOf('|') >= 0
                && DELIMITERS.matcher(lines.get(line).strip()).matches();
    }

    private void note(int i) {
        var line = lines.get(i);
        note(Sign.HEADING, HEADING.matcher(line).matches() && isAlone(i));
        note(Sign.LIST, ITEM.matcher(line).matches() && ++items > 1);
        note(Sign.STRONG, STRONG.matcher(line).find());
        note(Sign.LINK, LINK.matcher(line).find());
        note(Sign.CODE, CODE.matcher(line).find());
    }

    private void note(Sign sign, boolean found) {
        if (found) {
            signs.add(sign);
        }
    }

    /** A comment of a script or a setting stands above what it is about. */
    private boolean isAlone(int i) {
        return (i == 0 || lines.get(i - 1).isBlank())
                && (i + 1 == lines.size() || lines.get(i + 1).isBlank());
    }
}
