package dev.fairlead.cli.shell;

import dev.fairlead.cli.line.LineEditor;
import dev.fairlead.cli.question.Keyboard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines that a person types. */
record LineConsole(LineEditor editor) implements Console {

    @Override
    public @Nullable List<String> next(String current) {
        var line = editor.line((current.isEmpty() ? "fairlead" : current) + "> ");
        return line == null ? null : LineWords.of(line).texts();
    }

    @Override
    public void during(Runnable work) {
        editor.during(work);
    }

    @Override
    public void tell(String sentence) {
        editor.tell(sentence);
    }

    @Override
    public Keyboard keyboard() {
        return editor.keyboard();
    }

    @Override
    public Keyboard hidden() {
        return editor.hidden();
    }

    @Override
    public void close() {
        editor.close();
    }
}
