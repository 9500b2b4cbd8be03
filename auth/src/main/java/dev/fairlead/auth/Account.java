package dev.fairlead.auth;

import dev.fairlead.auth.Wallet.Trust;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.auth.token.Nonces;
import dev.fairlead.auth.token.ProofKey;
import dev.fairlead.auth.token.TokenRefused;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.InTime;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The authorization of one owner for one server: shown, renewed, and sought anew. */
final class Account {
    private static final System.Logger LOG = System.getLogger(Account.class.getName());
    private static final Challenge NO_CHALLENGE = new Challenge(401, List.of());
    // A server that accepts nothing at first may only be slow to learn of new tokens.
    private static final Duration JUST_NOW = Duration.ofMinutes(1);
    // After an early renewal failed, the server is asked; if it minds, that is soon enough.
    private static final Duration UNHURRIED = Duration.ofSeconds(30);
    // How long somebody may have logged out elsewhere before a request has the store asked.
    private static final Duration UNSEEN = Duration.ofMinutes(1);
    private static final int MAX_STEP_UPS = 3;
    private static final String STORING = "store the rest";
    private static final String LOOKING = "look again";

    private final Settings settings;
    private final Vault vault;
    private final Nonces nonces;
    private final String server;
    private final boolean meant;
    private final Obtaining obtaining;
    private final OneAtATime renewing;
    private final OneAtATime looking; // Not beside the others: a store that hangs must not keep them waiting.
    private final Wallet wallet;
    private volatile Instant notEarlierThan = Instant.MIN;
    private volatile Instant storeNotEarlierThan = Instant.MIN;
    private volatile Instant lookNotEarlierThan;

    Account(Settings settings, Vault vault, Nonces nonces, String server) {
        this.settings = settings;
        this.vault = vault;
        this.nonces = nonces;
        this.server = server;
        this.meant = settings.isFor(server);
        this.wallet = new Wallet(vault, server);
        this.renewing = new OneAtATime(settings.patience());
        this.looking = new OneAtATime(settings.patience());
        this.lookNotEarlierThan = settings.clock().instant().plus(UNSEEN);
        this.obtaining = new Obtaining(settings, vault, nonces, server);
    }

    Credential credential(HttpTarget target, Deadline patience) throws InterruptedException {
        if (!meant) {
            return Credential.NONE; // Also of what was got for it before that was said.
        }
        var wanted = wanted(target, NO_CHALLENGE, patience);
        try {
            var held = held(wanted);
            if (held != null && isDue(held)) {
                held = renewedEarly(held, wanted, patience);
            }
            storeRestSoon(wanted);
            lookAgainSoon();
            return held == null ? Credential.NONE : shown(held, target);
        } catch (StoreException broken) {
            throw storeFails(wanted, broken);
        }
    }

    private boolean isDue(Held held) {
        var now = settings.clock().instant();
        boolean renewable = held.refresh() != null || !(settings.grant() instanceof Grant.Login);
        return renewable && held.nearlyOver(now) && now.isAfter(notEarlierThan);
    }

    /** Gets another token before the server has to ask for it. If that fails, the server's word on the present one counts. */
    private @Nullable Held renewedEarly(Held held, Wanted wanted, Deadline patience) throws InterruptedException {
        try {
            renewing.run(held.access(), patience, deadline -> renewUnchallenged(held, in(wanted, deadline)));
        } catch (McpException notNow) {
            notEarlierThan = settings.clock().instant().plus(UNHURRIED);
            LOG.log(System.Logger.Level.DEBUG, "a token was not renewed before its end", notNow);
        } catch (TimeoutException slow) {
            throw late(wanted, slow);
        }
        return held(wanted);
    }

    /** Stores what could not be stored before, without keeping the request waiting for it. */
    private void storeRestSoon(Wanted wanted) {
        var now = settings.clock().instant();
        if (wallet.hasUnstored() && now.isAfter(storeNotEarlierThan)) {
            pauseStoring();
            beginToStoreRest(in(wanted, Deadline.never()));
        }
    }

    /** Looks whether somebody logged out elsewhere, without keeping the request waiting for it, which may still show the token. */
    private void lookAgainSoon() {
        var now = settings.clock().instant();
        if (now.isAfter(lookNotEarlierThan)) {
            lookNotEarlierThan = now.plus(UNSEEN);
            looking.begin(LOOKING, deadline -> {
                try {
                    wallet.lookAgain();
                } catch (StoreException | IllegalStateException notNow) { // The second: it is closed.
                    LOG.log(System.Logger.Level.DEBUG, "whether somebody logged out elsewhere cannot be said", notNow);
                }
            });
        }
    }

    /** An attempt may last as long as a pause: one that counted from its beginning would leave no room for anything else. */
    private void pauseStoring() {
        storeNotEarlierThan = settings.clock().instant().plus(UNHURRIED);
    }

    /** Begins to store what could not be stored before, if there is any and nothing else is under way. */
    void beginToStoreRest(Wanted wanted) {
        if (wallet.hasUnstored()) {
            renewing.begin(STORING, storing(wanted));
        }
    }

    /**
     * Stores what could not be stored before, and what is only being got now for a call that may have been given up.
     *
     * @return whether everything is stored, as far as that could be found out in time
     */
    boolean storeRest(Wanted wanted) throws InterruptedException {
        try {
            if (renewing.busy() || wallet.hasUnstored()) { // In this order: what is under way may leave something.
                renewing.run(STORING, wanted.patience(), storing(wanted));
            }
            return !wallet.hasUnstored();
        } catch (McpException | IllegalStateException | TimeoutException notNow) { // The second: the store is closed.
            LOG.log(System.Logger.Level.DEBUG, "a token can still not be stored", notNow);
            return false;
        }
    }

    private OneAtATime.Work storing(Wanted wanted) {
        return deadline -> {
            try {
                if (wallet.hasUnstored()) {
                    alone(in(wanted, deadline.orEarlier(wanted.patience())), wallet::storeRest);
                }
            } finally {
                pauseStoring();
            }
        };
    }

    private Credential shown(Held held, HttpTarget target) {
        var headers = Headers.NONE.with("Authorization", held.type() + " " + held.access());
        var key = held.key();
        if (key != null) {
            headers = headers.with(
                    "DPoP", key.proof(target.method(), target.url(), held.access(), nonces.of(target.url())));
        }
        return new Credential(headers, held.access());
    }

    void letIn(HttpTarget target, Credential shown, Headers answer) {
        nonces.heard(target.url(), answer);
        wallet.accepted(shown.token());
    }

    boolean turnedAway(HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience)
            throws InterruptedException {
        nonces.heard(target.url(), answer);
        if (says(challenge, "use_dpop_nonce") && wantsOtherNonce(shown, answer)) {
            return true;
        }
        // With either status: servers mix the two up.
        boolean tooLittle = says(challenge, "insufficient_scope");
        if (challenge.status() != 401 && !tooLittle) {
            return false;
        }
        var wanted = wanted(target, challenge, patience);
        if (!meant) {
            noToken("it is none of the servers that tokens are for");
        }
        obtaining.admit(wanted);
        var what = tooLittle ? "more than " + shown.token() : shown.token();
        try {
            renewing.run(what, patience, deadline -> {
                if (tooLittle) {
                    widen(shown.token(), in(wanted, deadline));
                } else {
                    replace(shown.token(), in(wanted, deadline));
                }
            });
            return true;
        } catch (TimeoutException slow) {
            throw late(wanted, slow);
        }
    }

    private static boolean says(Challenge challenge, String error) {
        return challenge.schemes().stream()
                .anyMatch(scheme -> error.equals(scheme.parameters().get("error")));
    }

    /** Tells whether another proof would do; another request may have heard of the number already. */
    private static boolean wantsOtherNonce(Credential shown, Headers answer) {
        var wished = answer.get("DPoP-Nonce");
        return wished.isPresent()
                && shown.headers()
                        .get("DPoP")
                        .filter(proof -> !wished.get().equals(ProofKey.nonceIn(proof)))
                        .isPresent();
    }

    /** Makes sure that another token is held than the one that was turned away. */
    private void replace(String shown, Wanted wanted) throws InterruptedException {
        getting(wanted, kept -> {
            var held = wallet.latest(kept);
            if (held != null && !held.access().equals(shown)) {
                wallet.adopt(held); // Somebody else was faster, perhaps in another process.
                return;
            }
            var trust = held == null ? Trust.UNKNOWN : wallet.trustIn(held);
            if (held != null && trust == Trust.FRESH && isOf(held, JUST_NOW)) {
                throw new TokenRejectedException(
                        "a request",
                        wanted.name(),
                        wanted.challenge(),
                        "the token was issued for it just now; tell whoever runs the server",
                        null);
            }
            var site = obtaining.site(wanted, held);
            // What another granted is worth nothing here, and is none of this one's business.
            var former = held != null && held.issuer().equals(site.grantor().issuer()) ? held : null;
            if (!(settings.grant() instanceof Grant.Login)) {
                takeUnattended(kept, obtaining.unattended(site, former, asked(former, site, wanted), 0, wanted));
                return;
            }
            // Renewing what was renewed just now would bring more of the same.
            boolean again = trust == Trust.RENEWED && held != null && isOf(held, JUST_NOW);
            if (former == null || again || !renewed(kept, former, site, wanted)) {
                throw obtaining.login(site, asked(former, site, wanted), wanted);
            }
        });
    }

    /** Returns what to ask for: what was asked for before, if anything was, and what the server wants first. */
    private Set<String> asked(@Nullable Held former, Site site, Wanted wanted) {
        var first = site.firstScopes(wanted.challenge(), settings.scopes());
        return settings.bounded(former == null ? first : Scopes.union(former.asked(), first));
    }

    private void renewUnchallenged(Held seen, Wanted wanted) throws InterruptedException {
        getting(wanted, kept -> {
            var held = wallet.latest(kept);
            if (held == null) {
                wallet.empty(); // Logged out meanwhile.
            } else if (!held.access().equals(seen.access())) {
                wallet.adopt(held);
            } else if (settings.grant() instanceof Grant.Login) {
                boolean ignored = renewed(kept, held, null, wanted); // If not, the server is asked what it wants.
            } else {
                takeUnattended(kept, obtaining.unattendedAgain(held, wanted));
            }
        });
    }

    /** Renews a token. Returns whether that was possible. */
    private boolean renewed(Vault.Kept kept, Held held, @Nullable Site site, Wanted wanted)
            throws InterruptedException {
        if (held.refresh() == null) {
            return false;
        }
        try {
            var renewed = obtaining.renew(counted(held), site, wanted);
            if (renewed == null) {
                return false;
            }
            takeUsable(kept, renewed, Trust.RENEWED);
            settings.renewals().heard(OAuth.name(server), "renewed by " + held.issuer());
            return true;
        } catch (TokenRefused refused) {
            settings.renewals().heard(OAuth.name(server), "not renewed, %s refuses it".formatted(held.issuer()));
            if (refused.worthless()) {
                take(kept, held.notRenewable(), wallet.trustIn(held));
            }
            return false;
        }
    }

    /** Makes sure that an authorization is held which covers more than the one that was turned away, or says why not. */
    private void widen(String shown, Wanted wanted) throws InterruptedException {
        getting(wanted, kept -> {
            var held = wallet.latest(kept);
            if (held != null && !held.access().equals(shown)) {
                wallet.adopt(held);
                return;
            }
            var demanded = Scopes.of(wanted.challenge());
            Set<String> before = held == null ? Set.of() : held.asked();
            int stepUps = held == null ? 0 : counted(held).stepUps();
            var all = settings.bounded(Scopes.union(before, demanded));
            // Who lets something else in now and then could demand ever more.
            boolean endless = stepUps >= MAX_STEP_UPS || all.size() > Scopes.MAX;
            if (before.containsAll(demanded) || endless) {
                throw new InsufficientScopeException("a request", wanted.name(), wanted.challenge(), before);
            }
            if (!all.containsAll(demanded)) {
                throw InsufficientScopeException.unattended("a request", wanted.name(), wanted.challenge(), before);
            }
            var site = obtaining.site(wanted, held);
            if (!(settings.grant() instanceof Grant.Login)) {
                takeUnattended(kept, obtaining.unattended(site, held, all, stepUps + 1, wanted));
                return;
            }
            var login = obtaining.login(site, all, wanted); // First, as a store may take all the time that there is.
            if (held != null && stepUps < held.stepUps()) {
                take(kept, counted(held), Trust.PROVEN); // Whoever finishes the login may not know that.
            }
            throw login;
        });
    }

    /** Takes what a login brings. */
    void login(Login login, Wanted wanted) throws InterruptedException {
        alone(wanted, kept -> {
            var held = wallet.latest(kept);
            take(kept, login.finished(held == null ? null : counted(held)), Trust.FRESH);
        });
    }

    /**
     * Forgets what is held.
     *
     * @return what it was
     */
    Optional<Held> forget(Wanted wanted) throws InterruptedException {
        var last = new AtomicReference<@Nullable Held>();
        alone(wanted, kept -> {
            last.set(wallet.latest(kept));
            vault.forget(server);
            wallet.empty();
        });
        return Optional.ofNullable(last.get());
    }

    /** Returns what is held, without anything of it being shown because of that. */
    Optional<Held> known() {
        return wallet.known();
    }

    /** Returns what is shown, for which no store is needed, else what is held. */
    Optional<Held> shownOrKnown() {
        return Optional.ofNullable(wallet.shown()).or(this::known);
    }

    Obtaining obtaining() {
        return obtaining;
    }

    private void takeUnattended(Vault.Kept kept, Held held) {
        takeUsable(kept, held, Trust.FRESH);
        settings.renewals().heard(OAuth.name(server), "granted without a person by " + held.issuer());
    }

    /** Takes a token that can be shown at once: whoever waited for one is not kept waiting for the store. */
    private void takeUsable(Vault.Kept kept, Held held, Trust trust) {
        noteStored(wallet.take(kept, held, trust, renewing::letGo));
    }

    private void take(Vault.Kept kept, Held held, Trust trust) {
        noteStored(wallet.take(kept, held, trust));
    }

    private void noteStored(boolean stored) {
        if (!stored) {
            pauseStoring();
            settings.renewals().heard(OAuth.name(server), "a token could not be stored");
        }
    }

    String epoch() {
        return wallet.epoch();
    }

    /** Returns an authorization with what is known of how often more was asked for in a row. */
    private Held counted(Held held) {
        return wallet.trustIn(held) == Trust.PROVEN ? held.accepted() : held;
    }

    private boolean isOf(Held held, Duration last) {
        return settings.clock().instant().isBefore(held.obtained().plus(last));
    }

    /** Returns what is shown, if the store says it while there is time: a request must not hang because a store does. */
    private @Nullable Held held(Wanted wanted) throws InterruptedException {
        var shown = wallet.shown();
        if (shown != null) {
            return shown;
        }
        try {
            return InTime.call(wanted.patience().remaining(), () -> Optional.ofNullable(wallet.held()))
                    .orElse(null);
        } catch (TimeoutException slow) {
            throw wanted.unavailable("the token store does not answer in time", slow);
        }
    }

    /** Gets a token that nobody else gets at the same time; whoever writes that down hears why there is none. */
    private void getting(Wanted wanted, Step step) throws InterruptedException {
        alone(wanted, kept -> {
            try {
                step.take(kept);
            } catch (UnavailableException unasked) {
                noToken("the authorization server could not be asked");
                throw unasked;
            } catch (LoginFailedException none) {
                noToken(
                        none.getCause() instanceof TokenRefused
                                ? "the authorization server refuses one"
                                : "what the authorization server says is of no use");
                throw none;
            }
        });
    }

    private void noToken(String why) {
        settings.renewals().heard(OAuth.name(server), "no token, " + why);
    }

    /** Does something that nobody else may do at the same time, in this process or another. */
    private void alone(Wanted wanted, Step step) throws InterruptedException {
        try (Store.Lease lease = vault.lease(server, wanted.patience())) {
            Objects.requireNonNull(lease);
            var kept = vault.kept(server);
            wallet.heed(kept);
            step.take(kept); // Nothing is written first, so that a store which fails slowly leaves the time to it.
        } catch (TimeoutException busy) {
            throw wanted.unavailable("another process has been renewing the authorization for too long", busy);
        } catch (StoreException broken) {
            throw storeFails(wanted, broken);
        }
    }

    private static McpException storeFails(Wanted wanted, StoreException broken) {
        return wanted.unavailable("the token store fails: " + broken.getMessage(), broken);
    }

    private Wanted wanted(HttpTarget target, Challenge challenge, Deadline patience) {
        return new Wanted(server, target.name(), challenge, patience);
    }

    private static Wanted in(Wanted wanted, Deadline deadline) {
        return new Wanted(wanted.server(), wanted.name(), wanted.challenge(), deadline);
    }

    private static McpException late(Wanted wanted, TimeoutException slow) {
        return wanted.unavailable("getting authorization takes longer than the call may take", slow);
    }

    /** A login that somebody brings to its end. */
    @FunctionalInterface
    interface Login {
        /**
         * Returns what it brings.
         *
         * @param before what was held before; null if nothing
         */
        Held finished(@Nullable Held before) throws InterruptedException;
    }

    @FunctionalInterface
    private interface Step {
        void take(Vault.Kept kept) throws InterruptedException;
    }
}
