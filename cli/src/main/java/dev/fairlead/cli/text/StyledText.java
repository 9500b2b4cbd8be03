package dev.fairlead.cli.text;

import dev.fairlead.cli.text.Width.Range;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** One line of clean text, whose pieces have meanings; the same to every terminal until it is rendered. */
public final class StyledText {
    /** Nothing. */
    public static final StyledText EMPTY = new StyledText(List.of());

    private static final int TAB = 4;

    private final List<Span> spans;
    private final String plain;

    private StyledText(List<Span> spans) {
        this.spans = List.copyOf(spans);
        this.plain = spans.size() == 1
                ? spans.getFirst().text()
                : spans.stream().map(Span::text).collect(Collectors.joining());
    }

    /** Returns text that means this; line ends in it become blanks. */
    public static StyledText of(String text, Role... roles) {
        return text.isEmpty() ? EMPTY : new StyledText(List.of(new Span(text, Set.of(roles), null)));
    }

    /** Returns the lines of a text that mean this. */
    public static List<StyledText> lines(String text, Role... roles) {
        return Sanitizer.text(text)
                .lines()
                .map(line -> of(withoutTabs(line), roles))
                .toList();
    }

    static StyledText ofSpans(List<Span> spans) {
        return spans.isEmpty() ? EMPTY : new StyledText(spans);
    }

    /** Returns this with other text after it. */
    public StyledText plus(StyledText other) {
        if (spans.isEmpty() || other.spans.isEmpty()) {
            return spans.isEmpty() ? other : this;
        }
        var all = new ArrayList<Span>(spans.size() + other.spans.size());
        all.addAll(spans);
        all.addAll(other.spans);
        return new StyledText(all);
    }

    /** Returns this with text after it that means this. */
    public StyledText plus(String text, Role... roles) {
        return plus(of(text, roles));
    }

    /** Returns the same text with further meanings. */
    public StyledText as(Role... roles) {
        return ofSpans(spans.stream()
                .map(span -> {
                    var all = EnumSet.noneOf(Role.class);
                    all.addAll(span.roles());
                    all.addAll(Set.of(roles));
                    return new Span(span.text(), all, span.link());
                })
                .toList());
    }

    /** Returns the same text that leads to an address when it is clicked; only the web's addresses do. */
    public StyledText linkedTo(String url) {
        return ofSpans(spans.stream()
                .map(span -> new Span(span.text(), span.roles(), url))
                .toList());
    }

    /** Returns the text without its meanings. */
    public String plain() {
        return plain;
    }

    /** Returns whether there is no text. */
    public boolean isEmpty() {
        return plain.isEmpty();
    }

    /** Returns the number of columns it takes. */
    public int width() {
        return Width.columns(plain);
    }

    /** Returns this, shortened to a width where it is wider, and then ending in the ellipsis where that fits. */
    public StyledText cut(int width, String ellipsis) {
        int end = Width.cutAt(plain, width, ellipsis);
        return end < 0
                ? this
                : slices(List.of(new Range(0, end))).getFirst().plus(Width.ellipsisIn(width, ellipsis), Role.FAINT);
    }

    /** Returns this with blanks after it up to a width. */
    public StyledText padded(int width) {
        return plus(" ".repeat(Math.max(0, width - width())));
    }

    /** Returns this with blanks before it up to a width. */
    public StyledText paddedLeft(int width) {
        return of(" ".repeat(Math.max(0, width - width()))).plus(this);
    }

    /** Returns the lines that this becomes when it is broken between words, or inside those that are too long. */
    public List<StyledText> wrapped(int width) {
        return slices(Width.wraps(plain, width));
    }

    /** Returns the lines that this becomes when each is as long as fits. */
    List<StyledText> chopped(int width) {
        return slices(Width.chops(plain, width));
    }

    /** Returns this without the blanks at its end. */
    public StyledText strippedTrailing() {
        return slices(List.of(new Range(0, plain.stripTrailing().length()))).getFirst();
    }

    List<Span> spans() {
        return spans;
    }

    /** Ranges are in order, so that all together take one walk along the spans. */
    private List<StyledText> slices(List<Range> ranges) {
        var slices = new ArrayList<StyledText>(ranges.size());
        int span = 0;
        int offset = 0;
        for (var range : ranges) {
            var slice = new ArrayList<Span>();
            while (span < spans.size() && offset < range.end()) {
                var piece = spans.get(span);
                int length = piece.text().length();
                int from = Math.max(0, range.start() - offset);
                int to = Math.min(length, range.end() - offset);
                if (from < to) {
                    slice.add(piece.withText(piece.text().substring(from, to)));
                }
                if (offset + length > range.end()) {
                    break;
                }
                offset += length;
                span++;
            }
            slices.add(ofSpans(slice));
        }
        return slices;
    }

    private static String withoutTabs(String line) {
        if (line.indexOf('\t') < 0) {
            return line;
        }
        var expanded = new StringBuilder(line.length() + 16);
        int column = 0;
        for (int i = 0; i < line.length(); ) {
            int end = Clusters.end(line, i);
            if (line.charAt(i) == '\t') {
                int blanks = TAB - column % TAB;
                expanded.append(" ".repeat(blanks));
                column += blanks;
            } else {
                expanded.append(line, i, end);
                column += Clusters.columns(line, i, end);
            }
            i = end;
        }
        return expanded.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StyledText text && spans.equals(text.spans);
    }

    @Override
    public int hashCode() {
        return spans.hashCode();
    }

    @Override
    public String toString() {
        return plain;
    }
}
