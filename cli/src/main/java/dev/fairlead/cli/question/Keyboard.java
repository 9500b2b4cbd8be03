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

    /**
     * Does the same for a question that somebody has to have seen: what a person typed before it was shown does not answer
     * it. Scripts, which say everything beforehand, are taken at their word.
     */
    default @Nullable String answer(String prompt) throws InterruptedException {
        return line(prompt);
    }

    /** Returns the keyboard whose lines come from a stream; prompts are shown on another one. */
    static Keyboard of(InputStream in, PrintStream prompts) {
        return new TypedLines(in, prompts, () -> false);
    }

    /** Returns the same for standard input, where that is a terminal. */
    static Keyboard ofTerminal(InputStream in, PrintStream prompts) {
        return new TypedLines(in, prompts, new TypedAhead(in)::forget);
    }
}
