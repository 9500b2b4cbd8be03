package dev.fairlead.cli.frame;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.auth.OAuth;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.Uninterrupted;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows one server the tokens that are kept for it. What OAuth needs takes time to load, and is not loaded as long as
 * nothing is kept and the server demands nothing.
 */
public final class KeptTokens implements Authorizer {
    private final String server;
    private final String label;
    private final BooleanSupplier needed;
    private final Supplier<LoginAccess> loading;
    private final ReentrantLock once = new ReentrantLock();
    private volatile @Nullable LoginAccess loaded;
    private volatile boolean remembered;

    /**
     * Promises them.
     *
     * @param server the URL of the server
     * @param label how texts name it
     * @param needed whether there is anything to load before the server demands it
     * @param loading loads it
     */
    KeptTokens(String server, String label, BooleanSupplier needed, Supplier<LoginAccess> loading) {
        this.server = server;
        this.label = label;
        this.needed = needed;
        this.loading = loading;
    }

    /** Looks whether what is kept can be used, so that nothing is begun if it cannot. */
    void check() {
        if (needed.getAsBoolean()) {
            var ignored = account();
        }
    }

    /** Returns what is held for the server. */
    public Optional<AccountInfo> account() {
        return loaded != null || needed.getAsBoolean() ? oauth().account(server) : Optional.empty();
    }

    /** Returns what is held for the server and is for nobody to read, as far as anything was loaded. */
    Set<String> secrets() {
        try {
            return loaded == null ? Set.of() : oauth().secrets(server);
        } catch (StoreException broken) {
            throw new UnavailableException("showing a token", label, String.valueOf(broken.getMessage()), broken);
        }
    }

    /** Notes how somebody has logged in, so that nothing has to be typed again. */
    public void remember() {
        access().remember(server);
        remembered = true;
    }

    /** Tells whether somebody has logged in just now. */
    public boolean remembered() {
        return remembered;
    }

    /** Gives back what is held and forgets it. Returns whether whoever granted it took it back. */
    public boolean logout() {
        try {
            return oauth().logout(server);
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("logging out", label, false);
        } finally {
            access().forget(server);
        }
    }

    /** Stores tokens that the store did not take when they were got. */
    void storeRest() {
        var present = loaded;
        if (present != null) {
            // Also where what ends was interrupted. If it is not stored, that was logged.
            boolean ignored = Uninterrupted.call(present.oauth()::storeRest);
        }
    }

    /** Returns what gets tokens; loads it if need be. */
    OAuth oauth() {
        return access().oauth();
    }

    @Override
    public Credential credential(HttpTarget target, Deadline patience) throws InterruptedException {
        if (loaded == null && !needed.getAsBoolean()) {
            return Credential.NONE;
        }
        try {
            return oauth().credential(target, patience);
        } catch (StoreException broken) {
            throw new UnavailableException("showing a token", label, String.valueOf(broken.getMessage()), broken);
        }
    }

    @Override
    public boolean turnedAway(
            HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience)
            throws InterruptedException {
        try {
            return oauth().turnedAway(target, challenge, shown, answer, patience);
        } catch (StoreException | UsageException unusable) {
            throw new LoginFailedException(
                    "getting authorization", label, challenge, String.valueOf(unusable.getMessage()), unusable);
        }
    }

    @Override
    public void letIn(HttpTarget target, Credential shown, Headers answer) {
        if (loaded != null) {
            oauth().letIn(target, shown, answer);
        }
    }

    /** Loads what is promised, if nobody has done so. */
    private LoginAccess access() {
        var present = loaded;
        if (present != null) {
            return present;
        }
        once.lock();
        try {
            present = loaded;
            if (present == null) {
                present = loading.get();
                loaded = present;
            }
            return present;
        } finally {
            once.unlock();
        }
    }
}
