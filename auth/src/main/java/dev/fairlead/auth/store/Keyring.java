package dev.fairlead.auth.store;

import dev.fairlead.store.StoreException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The place where an operating system keeps a user's secrets, each by a service and an account. All methods throw a
 * {@link StoreException} when the keyring is locked, gone, or does not answer in time.
 */
public interface Keyring {

    /** Returns the secret kept for an account of a service. */
    Optional<String> read(String service, String account);

    /** Keeps a secret for an account of a service, in place of the one before. */
    void write(String service, String account, String secret);

    /** Forgets the secret of an account of a service, if there is one. */
    void delete(String service, String account);

    /** Returns that of the user who runs this program, if it can be used; the log says why not, at level INFO. */
    static Optional<Keyring> system() {
        return system(why -> System.getLogger(Keyring.class.getPackageName())
                .log(System.Logger.Level.INFO, "The keyring of this system is not used: {0}", why));
    }

    /**
     * Returns that of the user who runs this program, if it can be used: that of macOS, Windows, GNOME or KDE. It needs
     * {@code com.github.javakeyring:java-keyring} on the class path or module path, which this library does not bring along.
     *
     * @param whyNot told the reason if there is none
     */
    static Optional<Keyring> system(Consumer<String> whyNot) {
        try {
            return SystemKeyring.open(whyNot);
        } catch (NoClassDefFoundError absent) {
            whyNot.accept("com.github.javakeyring:java-keyring is not installed (" + absent.getMessage() + ")");
            return Optional.empty();
        }
    }
}
