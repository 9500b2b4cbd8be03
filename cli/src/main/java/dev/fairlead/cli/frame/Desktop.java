package dev.fairlead.cli.frame;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.store.Keyring;
import dev.fairlead.cli.question.Keyboard;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/** What logging in needs of the machine that the command runs on, and of whoever sits in front of it. */
public interface Desktop {

    /** Tells whether a person can be asked something: who types the input also watches the errors. */
    boolean attended();

    /** Returns where that person types: the input, unless something reads that already. */
    default Keyboard keyboard(InputStream in, PrintStream prompts) {
        return Keyboard.of(in, prompts);
    }

    /** Returns what shows pages to that person. */
    Browser browser();

    /** Returns how long that person may take to log in. */
    Duration patience();

    /** Asks that person for a password, which is not shown; nothing where that cannot be done. */
    default Optional<String> password(String question) {
        return Optional.empty();
    }

    /** Returns where the system keeps secrets, if it does. That may ask a person to unlock it. */
    Optional<Keyring> keyring();

    /** Tells whether the system may keep secrets, without asking it. */
    boolean mayHaveKeyring();
}
