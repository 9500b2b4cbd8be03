package dev.fairlead.cli.line;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.store.Keyring;
import dev.fairlead.cli.frame.Desktop;
import dev.fairlead.cli.question.Keyboard;
import dev.fairlead.protocol.error.CallCancelledException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The machine as it is, but for the keyboard, from which lines are read already.
 *
 * @param keyboard where answers are typed meanwhile; null where nobody can be asked
 * @param hidden where those are typed that are not shown; null where that cannot be done
 */
public record Seat(Desktop own, Supplier<@Nullable Keyboard> keyboard, Supplier<@Nullable Keyboard> hidden)
        implements Desktop {

    /** Returns the seat in front of an editor. */
    public static Seat at(LineEditor editor, Desktop own) {
        return new Seat(own, editor::keyboard, editor::hidden);
    }

    @Override
    public boolean attended() {
        return own.attended() && keyboard.get() != null;
    }

    @Override
    public Keyboard keyboard(InputStream in, PrintStream prompts) {
        var keys = keyboard.get();
        return keys == null ? own.keyboard(in, prompts) : keys;
    }

    @Override
    public Optional<String> password(String question) {
        var unseen = hidden.get();
        if (unseen == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(unseen.line(question));
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("asking for a password", "of the configuration", false);
        }
    }

    @Override
    public Browser browser() {
        return own.browser();
    }

    @Override
    public Duration patience() {
        return own.patience();
    }

    @Override
    public Optional<Keyring> keyring() {
        return own.keyring();
    }

    @Override
    public boolean mayHaveKeyring() {
        return own.mayHaveKeyring();
    }
}
