package dev.fairlead.cli.question;

import java.io.InputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Where a person types lines. */
@FunctionalInterface
public interface Keyboard {

    /**
     * Shows the prompt and waits for a line, which an interruption ends.
     *
     * @return the line without its end; null where the input ended
     */
    @Nullable
    String line(String prompt) throws InterruptedException;

    /** Returns the keyboard whose lines come from a stream; prompts are shown on another one. */
    static Keyboard of(InputStream in, PrintStream prompts) {
        return new TypedLines(in, prompts);
    }
}
