package dev.fairlead.auth;

import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The token that this process shows to one server, what is known of it, and whether the store has it too. What could not be
 * stored is shown all the same, as what it replaced may be worth nothing any more, and is stored as soon as that can be done.
 */
final class Wallet {
    private static final System.Logger LOG = System.getLogger(Wallet.class.getName());

    private final Vault vault;
    private final String server;
    private final AtomicReference<Sight> sight = new AtomicReference<>(new Nothing());
    private final AtomicLong epoch = new AtomicLong();

    /** What is known of a token. */
    enum Trust {
        /** It was found in the store; the server may know it, or not any more. */
        UNKNOWN,
        /** The server has accepted it. */
        PROVEN,
        /** It was got with what renews tokens, and has not been accepted yet. */
        RENEWED,
        /** It comes fresh from a login, or from what entitles us without one, and has not been accepted yet. */
        FRESH
    }

    /** What this process has; told from another by who it is, and not by what it says. */
    private sealed interface Sight {}

    /** No token: the store has not been asked for it since, or had nothing. There is another one after each logout. */
    private static final class Nothing implements Sight {}

    /**
     * The token that is shown.
     *
     * @param over what the store had when this was to be stored, and was not yet; null if it is stored
     * @param before the tokens that this one replaced since the last one that is known to be stored: the store may have any
     *     of them, also one that nobody heard was stored, or that is only being stored
     */
    private record Present(Held held, Trust trust, Vault.@Nullable Kept over, Set<String> before) implements Sight {
        static Present stored(Held held, Trust trust) {
            return new Present(held, trust, null, Set.of());
        }

        boolean is(@Nullable Held other) {
            return other != null && held.access().equals(other.access());
        }

        /**
         * Tells whether this is newer than what is stored. Whoever got a token after this one was got has stored it in the
         * place of what this was to replace; clocks of machines differ, so that they are not asked.
         */
        boolean isNewerThan(Vault.Kept stored) {
            if (over == null) {
                return false;
            }
            var now = stored.held();
            // The same token again, by whoever has found out that it cannot be renewed, for instance.
            boolean stillFormer = now != null && before.contains(now.access());
            return stillFormer || stored.version().equals(over.version());
        }
    }

    Wallet(Vault vault, String server) {
        this.vault = vault;
        this.server = server;
    }

    /** Returns what this process has; null if the store has not been asked for it yet, or has nothing. */
    @Nullable
    Held shown() {
        var now = present();
        return now == null ? null : now.held;
    }

    /** Returns what is shown: what this process has, else what the store has. */
    @Nullable
    Held held() {
        var before = sight.get();
        if (before instanceof Nothing) {
            var stored = vault.kept(server).held();
            // Unless somebody logged out since: this may have been read before that.
            if (stored != null && sight.compareAndSet(before, Present.stored(stored, Trust.UNKNOWN))) {
                epoch.incrementAndGet(); // It may be for somebody else than before.
            }
        }
        return shown();
    }

    private @Nullable Present present() {
        return sight.get() instanceof Present present ? present : null;
    }

    /** Returns what the store has, or what this process could not store yet. */
    Optional<Held> known() {
        var now = present();
        return now != null && now.over != null ? Optional.of(now.held) : vault.held(server);
    }

    /** Returns the newer of what is stored and what this process could not store. */
    @Nullable
    Held latest(Vault.Kept stored) {
        var now = present();
        return now != null && now.isNewerThan(stored) ? now.held : stored.held();
    }

    Trust trustIn(Held held) {
        var now = present();
        return now != null && now.is(held) ? now.trust : Trust.UNKNOWN;
    }

    /** Notes that the server has accepted a token. */
    void accepted(@Nullable String token) {
        var now = present();
        if (now != null && now.trust != Trust.PROVEN && now.held.access().equals(token)) {
            // Unless there is another token by now.
            boolean ignored = sight.compareAndSet(now, new Present(now.held, Trust.PROVEN, now.over, now.before));
        }
    }

    /** Shows what is stored, or what is shown already. */
    void adopt(Held held) {
        var now = present();
        if (now != null && now.is(held)) {
            show(new Present(held, now.trust, now.over, now.before), false);
        } else {
            // Others may have renewed it, or be others.
            show(Present.stored(held, Trust.UNKNOWN), true);
        }
    }

    /** Shows nothing any more. */
    void empty() {
        show(new Nothing(), true);
    }

    /** Takes a token, and tells whether the store has this now. */
    boolean take(Vault.Kept stored, Held held, Trust trust) {
        return take(stored, held, trust, () -> {});
    }

    /**
     * Takes a token, first of all to show it: what it replaced may be worth nothing any more.
     *
     * @param stored what the store has
     * @param whenShown is done before it is stored, which may take long
     * @return whether the store has this now
     */
    boolean take(Vault.Kept stored, Held held, Trust trust, Runnable whenShown) {
        show(new Present(held, trust, stored, replaced(stored)), trust == Trust.FRESH);
        whenShown.run();
        try {
            if (vault.replace(server, stored, held)) {
                storedNow(held);
                return true;
            }
            LOG.log(System.Logger.Level.WARNING, "the token store was changed by somebody who held no lease");
        } catch (StoreException | IllegalStateException broken) { // The second: it was closed meanwhile.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a token could not be stored, and serves this process alone until it can be",
                    broken);
        }
        return false;
    }

    /** Returns the tokens that the next one replaces, as far as the store may have them. */
    private Set<String> replaced(Vault.Kept stored) {
        var replaced = new HashSet<String>();
        var former = stored.held();
        if (former != null) {
            replaced.add(former.access());
        }
        var now = present();
        if (now != null && now.isNewerThan(stored)) {
            replaced.addAll(now.before);
            replaced.add(now.held.access());
        }
        return Set.copyOf(replaced);
    }

    /**
     * Looks whether the store still has what is shown, and was stored: shows nothing any more where somebody logged out
     * elsewhere, and what others have stored in its place. What changes here meanwhile counts more.
     */
    void lookAgain() {
        if (!(sight.get() instanceof Present before) || before.over != null) {
            return;
        }
        var stored = vault.kept(server);
        var now = stored.held();
        if (before.is(now) || (now == null && !stored.version().equals(Store.Entry.ABSENT))) {
            return; // The second: another release wrote it.
        }
        if (sight.compareAndSet(before, now == null ? new Nothing() : Present.stored(now, Trust.UNKNOWN))) {
            epoch.incrementAndGet();
        }
    }

    /** Tells whether there is something that is still to be stored. */
    boolean hasUnstored() {
        var now = present();
        return now != null && now.over != null;
    }

    /** Gives up what could not be stored, if others have stored something newer since, which counts then. */
    void heed(Vault.Kept stored) {
        var now = present();
        if (now != null && now.over != null && !now.isNewerThan(stored)) {
            giveWay(now, stored.held());
        }
    }

    /**
     * Stores what could not be stored before and is newer than what is stored.
     *
     * @param stored what the store has
     * @throws StoreException if nobody can say what became of it
     */
    void storeRest(Vault.Kept stored) {
        var now = present();
        if (now == null || !now.isNewerThan(stored)) {
            return;
        }
        boolean replaced = false;
        try {
            replaced = vault.replace(server, stored, now.held);
        } catch (StoreException broken) {
            LOG.log(System.Logger.Level.DEBUG, "a token can still not be stored", broken);
        }
        if (replaced || isThereSince(stored, now)) {
            storedNow(now.held);
            LOG.log(System.Logger.Level.INFO, "a token that could not be stored before is stored now");
        }
    }

    /** Tells whether a token was stored since; what cannot be renewed any more replaces one that looks the same. */
    private boolean isThereSince(Vault.Kept seen, Present now) {
        var after = vault.kept(server);
        return !after.version().equals(seen.version()) && now.is(after.held());
    }

    /** Shows what others stored in the place of what could not be stored, or nothing if they logged out. */
    private void giveWay(Present now, @Nullable Held others) {
        if (others != null && now.is(others)) {
            storedNow(others); // It was stored when that seemed to fail.
            return;
        }
        LOG.log(System.Logger.Level.WARNING, "a token that could not be stored is given up for what others did since");
        if (others == null) {
            empty();
        } else {
            adopt(others);
        }
    }

    private void storedNow(Held held) {
        boolean noted = false;
        while (!noted) { // The server may be accepting it meanwhile.
            var now = present();
            noted = now == null || !now.is(held) || sight.compareAndSet(now, Present.stored(now.held, now.trust));
        }
    }

    /**
     * Shows this from now on.
     *
     * @param another whether it may be for somebody else than before; not marked earlier, as what is asked under the new
     *     mark must not be asked with the old token
     */
    private void show(Sight next, boolean another) {
        sight.set(next);
        if (another) {
            epoch.incrementAndGet();
        }
    }

    /** Returns a mark that changes when what is shown may be for somebody else than before. */
    String epoch() {
        return Long.toString(epoch.get());
    }
}
