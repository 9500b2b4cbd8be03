package dev.fairlead.cli.frame;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.store.Keyring;
import dev.fairlead.cli.question.Keyboard;
import dev.fairlead.cli.text.Screen;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The machine that this process runs on. */
public final class OwnDesktop implements Desktop {
    private final Screen screen;
    private final Map<String, String> environment;

    /** Is what these variables say, with this screen. */
    public OwnDesktop(Map<String, String> environment, Screen screen) {
        this.environment = environment;
        this.screen = screen;
    }

    @Override
    public boolean attended() {
        return screen.isInputTerminal() && screen.isErrorTerminal();
    }

    @Override
    public Keyboard keyboard(InputStream in, PrintStream prompts) {
        return screen.isInputTerminal() ? Keyboard.ofTerminal(in, prompts) : Keyboard.of(in, prompts);
    }

    @Override
    public Browser browser() {
        return Browser.system();
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(5);
    }

    @Override
    public Optional<String> password(String question) {
        // Never from a pipe: what is typed there was seen before.
        return Optional.ofNullable(attended() ? System.console() : null)
                .map(console -> console.readPassword("%s", question))
                .map(String::new);
    }

    @Override
    public Optional<Keyring> keyring() {
        // Finding out takes half a second, which machines without a session of this kind need not spend.
        return mayHaveKeyring() ? Keyring.system(whyNot -> {}) : Optional.empty(); // Files do as well.
    }

    @Override
    public boolean mayHaveKeyring() {
        return !System.getProperty("os.name", "").startsWith("Linux")
                || environment.containsKey("DBUS_SESSION_BUS_ADDRESS");
    }
}
