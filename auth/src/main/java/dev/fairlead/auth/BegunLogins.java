package dev.fairlead.auth;

import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.InTime;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The logins that one owner has begun, here or on another machine: each is finished once, or given up. */
final class BegunLogins {
    private static final System.Logger LOG = System.getLogger(BegunLogins.class.getName());
    private static final Duration MAY_TAKE = Duration.ofMinutes(30);
    private static final Duration IN_A_ROW = Duration.ofMinutes(10);
    private static final Duration STORE_MAY_TAKE = Duration.ofSeconds(5);

    private final Settings settings;
    private final Vault vault;
    private final Accounts accounts;
    private final Set<String> givenUpUnstored = ConcurrentHashMap.newKeySet(); // their states

    BegunLogins(Settings settings, Vault vault, Accounts accounts) {
        this.settings = settings;
        this.vault = vault;
        this.accounts = accounts;
    }

    /** Finishes a login with what the person brought back. */
    void finish(PendingAuthorization pending, String callback) throws InterruptedException {
        var wanted = accounts.wanted(pending.server(), OAuth.NOBODY);
        if (!pending.owner().equals(settings.owner())) {
            throw wanted.failed("the login was begun for another owner");
        }
        if (isOver(pending, Duration.ZERO)) {
            throw wanted.failed("the login was begun too long ago; begin again");
        }
        var account = accounts.of(pending.server());
        var answer = Callback.of(callback).to(pending, wanted);
        if (givenUpUnstored.contains(pending.state()) || !vault.use(pending.state())) {
            throw wanted.failed("this login was finished already, or given up; begin again");
        }
        if (answer.refusesClient()) {
            account.obtaining().retireClient(pending);
        }
        var code = answer.code();
        account.login(before -> account.obtaining().exchange(pending, code, stepUps(before, pending), wanted), wanted);
    }

    /** Returns how often more was asked for in a row; what was long ago is no reason to refuse. */
    private int stepUps(@Nullable Held before, PendingAuthorization pending) {
        if (before == null || before.asked().containsAll(pending.scopes())) {
            return 0;
        }
        boolean inARow = pending.begun().isBefore(before.obtained().plus(IN_A_ROW));
        return inARow ? before.stepUps() + 1 : 1;
    }

    /**
     * Gives up a login, so that nobody finishes it: somebody else may know where it leads, and could log us in as
     * themselves if it was offered again. Takes five seconds at most, and is not kept from it by an interrupt.
     */
    void giveUp(PendingAuthorization begun) {
        givenUpUnstored.add(begun.state()); // Whatever the store does: this process will not offer it again.
        try {
            boolean ignored = InTime.call(STORE_MAY_TAKE, () -> {
                boolean news = vault.use(begun.state());
                givenUpUnstored.remove(begun.state());
                return news;
            });
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt(); // What was begun goes on without us.
        } catch (StoreException | IllegalStateException | TimeoutException broken) { // The second: it is closed.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "that a login was given up could not be stored, so that only this process knows it",
                    broken);
        }
    }

    /** Tells whether a login was finished after this one was begun, and everything agreed to that this one is about. */
    boolean since(PendingAuthorization begun) {
        return accounts.held(begun.server())
                .filter(held -> held.obtained().isAfter(begun.begun()))
                .filter(held -> held.asked().containsAll(begun.scopes()))
                .isPresent();
    }

    /**
     * Tells whether a login that was begun may still be finished after so long, here or on any machine that shares the store.
     *
     * @throws StoreException if the store does not say that, or not in time
     */
    boolean isOpen(PendingAuthorization begun, Duration after) throws InterruptedException {
        boolean anothers = !begun.owner().equals(settings.owner());
        if (anothers || isOver(begun, after) || givenUpUnstored.contains(begun.state())) {
            return false;
        }
        var patience = settings.patience().compareTo(STORE_MAY_TAKE) < 0 ? settings.patience() : STORE_MAY_TAKE;
        try {
            return InTime.call(
                    patience,
                    () -> !vault.isUsed(begun.state())
                            && accounts.of(begun.server()).obtaining().stillKnows(begun));
        } catch (TimeoutException slow) {
            throw unsaid(begun, "the token store does not answer in time", slow);
        }
    }

    /**
     * Tells whether a login that was begun may still be finished.
     *
     * @throws StoreException if the store does not say that, or not in time, or this is interrupted
     */
    boolean isOpen(PendingAuthorization begun) {
        try {
            return isOpen(begun, Duration.ZERO);
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw unsaid(begun, "whoever asked was interrupted", giveUp);
        }
    }

    private static StoreException unsaid(PendingAuthorization begun, String why, Exception cause) {
        return new StoreException(
                "whether a login for server '%s' may still be finished cannot be said: %s"
                        .formatted(OAuth.name(begun.server()), why),
                cause);
    }

    private boolean isOver(PendingAuthorization begun, Duration after) {
        var age = Duration.between(begun.begun(), settings.clock().instant());
        return age.compareTo(MAY_TAKE.minus(after)) > 0;
    }

    /**
     * Begins a login again that was demanded, for people who come back elsewhere.
     *
     * @param anyPath whether they may come back to another path there
     */
    AuthorizationRequiredException again(AuthorizationRequiredException demanded, String redirectUri, boolean anyPath)
            throws InterruptedException {
        var pending = demanded.pending();
        var wanted = accounts.wanted(pending.server(), demanded.challenge());
        var obtaining = accounts.of(pending.server()).obtaining();
        var site = obtaining.site(wanted, null);
        return obtaining.login(site, Set.copyOf(pending.scopes()), redirectUri, anyPath, wanted);
    }
}
