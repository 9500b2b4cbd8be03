package dev.fairlead.cli.search;

import dev.fairlead.cli.search.Query.Range;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Something that was found.
 *
 * @param inSignature the pieces of its signature that are meant
 * @param line the line that is meant, or else the first one; empty where there is none
 * @param inLine the pieces of that line that are meant
 */
public record Hit(Item item, List<Range> inSignature, String line, List<Range> inLine) {
    private static final int SHOWN = 160;
    private static final int BEFORE = 40;

    static Hit of(Item item, Query query) {
        var texts = new ArrayList<>(item.lines());
        if (!item.title().isEmpty()) {
            texts.addFirst(item.title());
        }
        for (var text : texts) {
            var ranges = query.in(text);
            if (!ranges.isEmpty()) {
                return new Hit(item, query.in(item.signature()), text, ranges);
            }
        }
        var inSignature = query.in(item.signature());
        // Patterns for whole names do not fit a name with its arguments.
        var inName = inSignature.isEmpty() ? query.in(item.name()) : inSignature;
        return new Hit(item, inName, texts.isEmpty() ? "" : texts.getFirst(), List.of());
    }

    /** Returns its first line, with the server as wide as the widest of them. */
    StyledText heading(int width) {
        return server().padded(width)
                .plus("  ")
                .plus(item.kind().equals("tool") ? "" : item.kind() + " ", Role.FAINT)
                .plus(emphasised(
                        item.signature(), inSignature, 0, item.signature().length(), Role.NAME));
    }

    StyledText server() {
        return StyledText.of(item.server(), Role.FAINT);
    }

    StyledText text() {
        int first = inLine.stream().mapToInt(Range::start).min().orElse(0);
        int start = line.length() <= SHOWN ? 0 : Math.max(0, Math.min(first - BEFORE, line.length() - SHOWN));
        int end = Math.min(line.length(), start + SHOWN);
        return StyledText.of(start > 0 ? "    …" : "    ")
                .plus(emphasised(line, inLine, whole(line, start), whole(line, end)))
                .plus(end < line.length() ? "…" : "");
    }

    /** Returns a position that cuts no character in two. */
    private static int whole(String text, int at) {
        return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    private static StyledText emphasised(String text, List<Range> ranges, int start, int end, Role... roles) {
        var styled = StyledText.EMPTY;
        int done = start;
        for (var range :
                ranges.stream().sorted(Comparator.comparingInt(Range::start)).toList()) {
            int from = Math.max(done, Math.min(range.start(), end));
            int to = Math.max(from, Math.min(range.end(), end));
            styled = styled.plus(StyledText.of(text.substring(done, from), roles))
                    .plus(StyledText.of(text.substring(from, to), Role.STRONG, Role.WARNING));
            done = to;
        }
        return styled.plus(StyledText.of(text.substring(done, end), roles));
    }
}
