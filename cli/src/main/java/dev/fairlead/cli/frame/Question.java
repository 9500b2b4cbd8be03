package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Floor;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.protocol.error.CallCancelledException;
import java.util.Locale;
import java.util.Optional;

/** A question to the person who typed the command. */
public final class Question {
    private static final String NO = "no";

    private final Surroundings surroundings;
    private final Floor floor;
    private final String attempted;
    private final String server;

    /**
     * Prepares one.
     *
     * @param attempted what it is about, for the text about its interruption, as is the server
     */
    public Question(Surroundings surroundings, String attempted, String server) {
        this(surroundings, new Floor(), attempted, server);
    }

    /**
     * Prepares one.
     *
     * @param floor who else may write meanwhile, or ask
     */
    public Question(Surroundings surroundings, Floor floor, String attempted, String server) {
        this.surroundings = surroundings;
        this.floor = floor;
        this.attempted = attempted;
        this.server = server;
    }

    /** Asks, and tells whether the answer is yes; an empty one is what is usual. */
    public boolean agreed(String words, boolean usual) {
        var answer = answer("%s %s ".formatted(words, usual ? "[Y/n]" : "[y/N]"))
                .strip()
                .toLowerCase(Locale.ROOT);
        return answer.isEmpty() ? usual : answer.equals("y") || answer.equals("yes");
    }

    /** Asks for a text; nothing where the input ends. */
    public Optional<String> text(String words) {
        return line(words).map(String::strip);
    }

    /** Returns what is answered; the end of the input is a no. */
    private String answer(String prompt) {
        return line(prompt).orElse(NO);
    }

    /** Waits for a line, or for somebody to end the command. */
    private Optional<String> line(String prompt) {
        try {
            var keyboard = surroundings.desktop().keyboard(surroundings.in(), surroundings.err());
            return floor.ask(() -> Optional.ofNullable(keyboard.answer(Sanitizer.line(prompt))));
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(attempted, server, false);
        }
    }
}
