package dev.fairlead.cli.text;

import java.util.List;
import java.util.stream.Collectors;

/** Turns styled text into what is written; the only place where a meaning becomes an escape sequence. */
public final class Renderer {
    private static final String CSI = "\u001b[";
    private static final String RESET = CSI + "0m";
    private static final String LINK = "\u001b]8;;";
    private static final String END = "\u001b\\";

    private final Theme theme;

    /** Makes the renderer of a theme. */
    public Renderer(Theme theme) {
        this.theme = theme;
    }

    /** Returns the theme it renders. */
    public Theme theme() {
        return theme;
    }

    /** Returns one line, without an end. */
    public String render(StyledText line) {
        if (!theme.colour()) {
            return line.plain();
        }
        var rendered = new StringBuilder();
        line.spans().forEach(span -> append(rendered, span));
        return rendered.toString();
    }

    /** Returns lines, each with its end. */
    public String render(List<StyledText> lines) {
        return lines.stream().map(line -> render(line) + "\n").collect(Collectors.joining());
    }

    private void append(StringBuilder rendered, Span span) {
        boolean linked = theme.hyperlinks() && span.link() != null;
        if (linked) {
            rendered.append(LINK).append(span.link()).append(END);
        }
        if (span.roles().isEmpty()) {
            rendered.append(span.text());
        } else {
            var graphics = span.roles().stream()
                    .sorted()
                    .map(Role::graphics)
                    .distinct()
                    .collect(Collectors.joining(";", CSI, "m"));
            rendered.append(graphics).append(span.text()).append(RESET);
        }
        if (linked) {
            rendered.append(LINK).append(END);
        }
    }
}
