package dev.fairlead.cli;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.store.Keyring;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The machine that this process runs on. */
final class OwnDesktop implements Desktop {
    private final BooleanSupplier terminal = TerminalCheck.ofInputAndError();
    private final Map<String, String> environment;

    OwnDesktop(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public boolean attended() {
        return terminal.getAsBoolean();
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
    public Optional<Keyring> keyring() {
        // Finding out takes half a second, which machines without a session of this kind need not spend.
        boolean linux = System.getProperty("os.name", "").startsWith("Linux");
        return linux && !environment.containsKey("DBUS_SESSION_BUS_ADDRESS")
                ? Optional.empty()
                : Keyring.system(whyNot -> {}); // Files do as well.
    }
}
