package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ColourChoice;
import dev.fairlead.cli.text.Markdown;
import dev.fairlead.cli.text.Pictures;
import dev.fairlead.cli.text.Renderer;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.cli.text.Table;
import dev.fairlead.cli.text.Theme;
import java.io.PrintStream;
import java.util.List;

/** Where people read: answers on one stream, remarks on the other, and nothing on either that drives a terminal. */
public final class Page {
    private final PrintStream out;
    private final PrintStream err;
    private final Screen screen;
    private final Theme theme;

    Page(PrintStream out, PrintStream err, Screen screen, ColourChoice colour) {
        this.out = out;
        this.err = err;
        this.screen = screen;
        this.theme = screen.outputTheme(colour);
    }

    /** Tells whether a person reads the answer as it is printed. */
    public boolean isTerminal() {
        return screen.isOutputTerminal();
    }

    /** Adds a table to the answer: as wide as the terminal, or as wide as it is where none is. */
    public void table(Table table) {
        rich(table.lines(screen.outputWidth(), theme));
    }

    /** Adds lines that mean something to the answer. */
    public void rich(List<StyledText> lines) {
        out.print(new Renderer(theme).render(lines));
        out.flush();
    }

    /** Adds a text to the answer: as it is, or, to a person, as Markdown or JSON where it is that. */
    public void prose(String text) {
        if (!isTerminal()) {
            text(text);
        } else if (PrettyJson.of(text).isPresent()) {
            text(PrettyJson.of(text).get());
        } else if (Markdown.looksLike(text)) {
            rich(Markdown.lines(text, screen.columns(), theme));
        } else {
            text(text);
        }
    }

    /** Adds a picture to the answer; returns false, having added nothing, where the terminal shows none. */
    public boolean picture(byte[] bytes) {
        var protocol = screen.pictures();
        return protocol != Pictures.Protocol.NONE && Pictures.show(bytes, protocol, screen.columns(), out);
    }

    /** Makes bytes the answer, as they are; never on a terminal, which they could drive. */
    public void bytes(byte[] bytes) {
        if (isTerminal()) {
            throw new IllegalStateException("bytes of others are not for terminals");
        }
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    /** Adds a line to the answer. */
    public void line(String text) {
        out.println(Sanitizer.line(text));
        out.flush();
    }

    /** Adds lines to the answer. */
    public void lines(List<String> lines) {
        lines.forEach(line -> out.println(Sanitizer.line(line)));
        out.flush();
    }

    /** Adds a text of any number of lines to the answer. */
    public void text(String text) {
        var clean = Sanitizer.text(text);
        out.print(clean.endsWith("\n") ? clean : clean + "\n");
        out.flush();
    }

    /** Says something beside the answer. */
    public void remark(String sentence) {
        err.println(Program.NAME + ": " + Sanitizer.text(sentence));
        err.flush();
    }

    /** Adds a line to the last remark. */
    void detail(String text) {
        err.println("  " + Sanitizer.line(text));
        err.flush();
    }

    /** Adds lines as they are to the remarks, such as those of a stack trace. */
    void trace(String text) {
        err.print(Sanitizer.text(text));
        err.flush();
    }
}
