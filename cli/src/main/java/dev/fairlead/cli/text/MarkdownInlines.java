package dev.fairlead.cli.text;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.jspecify.annotations.Nullable;

/** Collects the words inside a block of Markdown, with what they mean. */
final class MarkdownInlines extends AbstractVisitor {
    private final boolean marked;
    private final List<StyledText> lines = new ArrayList<>();
    private List<Span> spans = new ArrayList<>();
    private Set<Role> roles = EnumSet.noneOf(Role.class);
    private @Nullable String link;

    /** Where there is no colour, the marks of emphasis stay, so that it can still be read. */
    private MarkdownInlines(Theme theme) {
        this.marked = !theme.colour();
    }

    /** Returns the lines of a node, whose ends are those that the text insists on. */
    static List<StyledText> lines(Node node, Theme theme) {
        var inlines = new MarkdownInlines(theme);
        inlines.visitChildren(node);
        inlines.endLine();
        return inlines.lines;
    }

    @Override
    public void visit(Text text) {
        add(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        within(Role.CODE, () -> {
            mark("`");
            add(code.getLiteral());
            mark("`");
        });
    }

    @Override
    public void visit(Emphasis emphasis) {
        marked(emphasis, Role.EMPHASIS, "*");
    }

    @Override
    public void visit(StrongEmphasis strong) {
        marked(strong, Role.STRONG, "**");
    }

    @Override
    public void visit(HtmlInline html) {
        add(html.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak end) {
        add(" ");
    }

    @Override
    public void visit(HardLineBreak end) {
        endLine();
    }

    @Override
    public void visit(Image image) {
        var alternative = new StringBuilder();
        lines(image, Theme.PLAIN).forEach(line -> alternative.append(' ').append(line.plain()));
        var text = alternative.toString().strip();
        within(Role.FAINT, () -> add(text.isEmpty() ? "[image]" : "[image: " + text + "]"));
    }

    /** The address is always shown: the words of a link may be those of another address. */
    @Override
    public void visit(Link node) {
        int line = lines.size();
        int start = spans.size();
        link = node.getDestination();
        within(Role.LINK, () -> visitChildren(node));
        boolean told = line == lines.size() && isTold(start, node.getDestination());
        if (!told && !node.getDestination().isEmpty()) {
            link = null;
            add(" (");
            link = node.getDestination();
            within(Role.FAINT, () -> add(node.getDestination()));
            link = null;
            add(")");
        }
        link = null;
    }

    private boolean isTold(int start, String destination) {
        var words = StyledText.ofSpans(spans.subList(start, spans.size())).plain();
        var shown = Sanitizer.line(destination);
        return words.equals(shown) || shown.equals("mailto:" + words);
    }

    private void marked(Node node, Role role, String mark) {
        within(role, () -> {
            mark(mark);
            visitChildren(node);
            mark(mark);
        });
    }

    private void within(Role role, Runnable work) {
        var outer = roles;
        roles = EnumSet.copyOf(outer);
        roles.add(role);
        work.run();
        roles = outer;
    }

    private void mark(String mark) {
        if (marked) {
            add(mark);
        }
    }

    private void add(String text) {
        if (!text.isEmpty()) {
            spans.add(new Span(text, roles, link));
        }
    }

    private void endLine() {
        lines.add(StyledText.ofSpans(spans));
        spans = new ArrayList<>();
    }
}
