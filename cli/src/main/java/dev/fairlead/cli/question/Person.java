package dev.fairlead.cli.question;

import dev.fairlead.cli.text.Renderer;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The person at the terminal: is shown lines, and types answers. */
final class Person {
    private static final String INDENT = "  ";
    private static final int NARROWEST = 20;

    private final PrintStream out;
    private final Renderer renderer;
    private final IntSupplier columns;
    private final Keyboard keyboard;
    private boolean asked;

    Person(PrintStream out, Renderer renderer, IntSupplier columns, Keyboard keyboard) {
        this.out = out;
        this.renderer = renderer;
        this.columns = columns;
        this.keyboard = keyboard;
    }

    /** Shows a line, broken where the terminal ends. */
    void show(StyledText line) {
        out.print(renderer.render(line.wrapped(Math.max(NARROWEST, columns.getAsInt()))));
        out.flush();
    }

    void show(String line, Role... roles) {
        show(StyledText.of(line, roles));
    }

    /** Shows lines a little to the right, as those of somebody else. */
    void quote(List<StyledText> lines) {
        int width = quoteWidth(columns.getAsInt());
        lines.stream()
                .flatMap(line -> line.wrapped(width).stream())
                .forEach(line -> out.print(renderer.render(StyledText.of(INDENT).plus(line)) + "\n"));
        out.flush();
    }

    /** Returns how wide the lines of somebody else are on a terminal of this width. */
    static int quoteWidth(int columns) {
        return Math.max(NARROWEST, columns - INDENT.length());
    }

    /** Asks for a line; several may be typed at once, but none before the first was asked for. */
    String ask(String prompt) throws InterruptedException, GoneException {
        return asked ? said(keyboard.line(prompt)) : answer(prompt);
    }

    private String answer(String prompt) throws InterruptedException, GoneException {
        asked = true;
        return said(keyboard.answer(prompt));
    }

    private String said(@Nullable String line) throws GoneException {
        if (line == null) {
            out.println();
            throw new GoneException();
        }
        return line;
    }

    /**
     * Asks until one of these words is typed, or the beginning of one, by somebody who has seen the question.
     *
     * @param usual what an empty line means; empty if it means nothing
     */
    String choose(String prompt, List<String> words, String usual) throws InterruptedException, GoneException {
        while (true) {
            var typed = answer(prompt).strip().toLowerCase(Locale.ROOT);
            var meant = typed.isEmpty() ? Set.of(usual) : Set.of(typed);
            var found = words.stream()
                    .filter(word -> meant.stream().anyMatch(start -> !start.isEmpty() && word.startsWith(start)))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            show("Type one of: %s.".formatted(String.join(", ", words)), Role.WARNING);
        }
    }
}
