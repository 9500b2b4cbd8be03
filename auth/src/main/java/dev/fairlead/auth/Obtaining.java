package dev.fairlead.auth;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import dev.fairlead.auth.discovery.AuthorizationServer;
import dev.fairlead.auth.discovery.Discovery;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.auth.token.Client;
import dev.fairlead.auth.token.Nonces;
import dev.fairlead.auth.token.ProofKey;
import dev.fairlead.auth.token.RevocationEndpoint;
import dev.fairlead.auth.token.TokenEndpoint;
import dev.fairlead.auth.token.TokenRefused;
import dev.fairlead.auth.token.TokenWish;
import dev.fairlead.auth.token.Tokens;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.GuardedFetch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ways to a token for one server. */
final class Obtaining {
    private final Settings settings;
    private final Nonces nonces;
    private final GuardedFetch fetch;
    private final Discovery discovery;
    private final Grantors grantors;
    private final Confidant confidant;
    private final Registrar registrar;

    Obtaining(Settings settings, Vault vault, Nonces nonces, String server) {
        this.settings = settings;
        this.nonces = nonces;
        this.fetch = settings.fetching(server);
        this.discovery = new Discovery(settings.describing(server), fetch);
        this.grantors = new Grantors(discovery, settings.clock());
        this.confidant = new Confidant(settings, vault, server);
        this.registrar = new Registrar(settings, vault, fetch, server);
    }

    /** Makes sure that the server is one that may have a token of ours. */
    void admit(Wanted wanted) {
        confidant.admit(wanted);
    }

    /**
     * Finds out who grants authorization now; that may have changed.
     *
     * @param present what is held already; whoever granted that is preferred
     */
    Site site(Wanted wanted, @Nullable Held present) throws InterruptedException {
        confidant.admit(wanted);
        var preferred = confidant.preferred(present).toList();
        var found = Site.find(discovery, grantors, wanted, settings.formerServers(), preferred);
        confidant.check(found.grantor().issuer(), wanted);
        return found;
    }

    /**
     * Asks one who grants authorization, without asking the server whether it still does.
     *
     * @param redirectUri what we may be registered there for
     */
    private <T> T ask(String issuer, boolean former, String redirectUri, Wanted wanted, Grantors.Question<T> question)
            throws TokenRefused, InterruptedException {
        confidant.admit(wanted);
        confidant.check(issuer, wanted);
        return inTheEnd(issuer, redirectUri, () -> grantors.ask(issuer, former, wanted, question));
    }

    /** A way to a token, perhaps by more than one question. */
    @FunctionalInterface
    private interface Way<T> {
        T go() throws TokenRefused, InterruptedException;
    }

    /**
     * Goes a way to a token. If it ends where we are not known any more, what we were registered as there is forgotten; if we
     * may not ask in this way, it may be for the sake of one person, so that only the next login is begun as another.
     */
    private <T> T inTheEnd(String issuer, String redirectUri, Way<T> way) throws TokenRefused, InterruptedException {
        try {
            return way.go();
        } catch (TokenRefused refused) {
            refused.uselessClient().ifPresent(id -> {
                if (refused.unknownClient()) {
                    registrar.forget(issuer, redirectUri, id);
                } else {
                    registrar.retire(issuer, redirectUri, id);
                }
            });
            throw refused;
        }
    }

    /** Gets another token with what renews the present one; null if we cannot say any more who we were. */
    @Nullable
    Held renew(Held present, @Nullable Site site, Wanted wanted) throws TokenRefused, InterruptedException {
        var renewed = site != null
                ? inTheEnd(present.issuer(), present.redirectUri(), () -> renew(present, site.grantor(), wanted))
                : ask(
                        present.issuer(),
                        present.former(),
                        present.redirectUri(),
                        wanted,
                        grantor -> renew(present, grantor, wanted));
        return renewed.orElse(null);
    }

    private Optional<Held> renew(Held present, AuthorizationServer grantor, Wanted wanted)
            throws TokenRefused, InterruptedException {
        var client = registrar
                .remembered(grantor, present.clientId(), present.redirectUri())
                .orElse(null);
        if (client == null) {
            return Optional.empty();
        }
        var wish = new TokenWish(
                TokenWish.renewal(Objects.requireNonNull(present.refresh())),
                client,
                present.resource(),
                List.of(), // The same as before.
                present.key());
        var tokens = tokens(grantor, wish, wanted);
        return Optional.of(present.renewed(tokens, settings.clock().instant()));
    }

    /** Returns how to say that a person has to log in. */
    AuthorizationRequiredException login(Site site, Set<String> scopes, Wanted wanted) throws InterruptedException {
        return login(site, scopes, settings.redirectUri(), settings.anyPath(), wanted);
    }

    /**
     * Returns how to say that a person has to log in.
     *
     * @param redirectUri where the person comes back, if that need not be another place for each authorization server
     * @param anyPath whether that may differ by its path
     */
    AuthorizationRequiredException login(
            Site site, Set<String> scopes, String redirectUri, boolean anyPath, Wanted wanted)
            throws InterruptedException {
        var meeting = new Meeting(registrar, confidant, redirectUri, anyPath);
        return new LoginRequest(settings, meeting).prepare(site, scopes, wanted);
    }

    /** Tells whether we still are who we were when a login was begun. */
    boolean stillKnows(PendingAuthorization begun) {
        return registrar.stillKnows(begun);
    }

    /** Has the next login begun as another client than this one, where the authorization server registered us as that. */
    void retireClient(PendingAuthorization begun) {
        registrar.retire(begun.issuer(), begun.redirectUri(), begun.clientId());
    }

    /**
     * Gets a token with the code that a person brought back.
     *
     * @param stepUps how often more was asked for in a row
     */
    Held exchange(PendingAuthorization pending, String code, int stepUps, Wanted wanted) throws InterruptedException {
        try {
            return ask(
                    pending.issuer(),
                    pending.formerServer(),
                    pending.redirectUri(),
                    wanted,
                    grantor -> exchange(pending, code, stepUps, grantor, wanted));
        } catch (TokenRefused refused) {
            throw wanted.failed(
                    "authorization server '%s' does not accept the login: %s"
                            .formatted(Excerpt.of(pending.issuer()), refused.getMessage()),
                    refused);
        }
    }

    private Held exchange(
            PendingAuthorization pending, String code, int stepUps, AuthorizationServer grantor, Wanted wanted)
            throws TokenRefused, InterruptedException {
        registrar.cameBack(pending); // First, or it could be forgotten meanwhile.
        var client = registrar.known(grantor, pending.clientId(), pending.redirectUri(), wanted);
        boolean beforehand = registrar.isKnownBeforehand(grantor, client);
        // Somebody may have logged in elsewhere since this login was begun.
        confidant.objection(grantor, client.id()).filter(why -> beforehand).ifPresent(why -> {
            throw wanted.failed(why);
        });
        var key = pending.boundToKey() ? ProofKey.fresh() : null;
        var wish = new TokenWish(
                TokenWish.login(code, pending.redirectUri(), pending.verifier()),
                client,
                pending.resource(),
                List.of(), // What was agreed to.
                key);
        var tokens = tokens(grantor, wish, wanted);
        if (beforehand) {
            confidant.loggedIn(grantor, client.id());
        }
        return held(
                grantor.issuer(),
                grantor.former(),
                client,
                pending.redirectUri(),
                pending.resource(),
                new LinkedHashSet<>(pending.scopes()),
                tokens,
                key,
                stepUps);
    }

    /** Gets another token without anybody, where the present one comes from, for the same. */
    Held unattendedAgain(Held present, Wanted wanted) throws InterruptedException {
        try {
            return ask(present.issuer(), present.former(), settings.redirectUri(), wanted, grantor -> {
                var site = new Site(grantor, String.valueOf(present.resource()), null);
                return obtained(site, present, settings.bounded(present.asked()), 0, wanted);
            });
        } catch (TokenRefused refused) {
            throw noToken(present.issuer(), refused, wanted);
        }
    }

    /**
     * Gets a token without anybody, by whatever else entitles to it.
     *
     * @param present what it replaces; what was bound to a key stays bound to one
     */
    Held unattended(Site site, @Nullable Held present, Set<String> scopes, int stepUps, Wanted wanted)
            throws InterruptedException {
        try {
            return inTheEnd(
                    site.grantor().issuer(),
                    settings.redirectUri(),
                    () -> obtained(site, present, scopes, stepUps, wanted));
        } catch (TokenRefused refused) {
            throw noToken(site.grantor().issuer(), refused, wanted);
        }
    }

    private static McpException noToken(String issuer, TokenRefused refused, Wanted wanted) {
        return wanted.failed(
                "authorization server '%s' gives us no token: %s".formatted(Excerpt.of(issuer), refused.getMessage()),
                refused);
    }

    private Held obtained(Site site, @Nullable Held present, Set<String> scopes, int stepUps, Wanted wanted)
            throws TokenRefused, InterruptedException {
        boolean bound = (present != null && present.key() != null)
                || site.boundToKey(wanted.challenge(), settings.keyBinding());
        var key = bound ? ProofKey.fresh() : null;
        var client = switch (settings.grant()) {
            case Grant.Workload workload -> null;
            case Grant.OwnRight own -> registrar.told(site.grantor(), wanted);
            default -> registrar.client(site.grantor(), settings.redirectUri(), wanted);
        };
        var grant = entitlement(site, scopes, wanted);
        if (!site.grantor().mayGrant(grant.getType().getValue())) {
            throw wanted.failed("authorization server '%s' gives no tokens for '%s'"
                    .formatted(
                            Excerpt.of(site.grantor().issuer()), grant.getType().getValue()));
        }
        var wish = new TokenWish(grant, client, site.resource(), scopes, key);
        var tokens = tokens(site.grantor(), wish, wanted);
        return held(
                site.grantor().issuer(),
                site.grantor().former(),
                client,
                settings.redirectUri(),
                site.resource(),
                scopes,
                tokens,
                key,
                stepUps);
    }

    /** Forgets to whom our secrets were shown, so that they may be shown to another, and where nobody logged in. */
    void forget() {
        confidant.forget();
        registrar.forgetUnused();
    }

    /** Tells whoever granted an authorization that it is no longer needed. Returns whether that was understood. */
    boolean giveBack(Held held, Wanted wanted) throws InterruptedException {
        confidant.check(held.issuer(), wanted);
        var grantor = grantors.now(held.issuer(), held.former(), wanted);
        var endpoint = grantor.revocationEndpoint();
        if (endpoint == null || held.clientId().isEmpty()) {
            return false;
        }
        var client = registrar.known(grantor, held.clientId(), held.redirectUri(), wanted);
        try {
            return new RevocationEndpoint(fetch, endpoint, grantor.issuer())
                    .giveBack(client, held.access(), held.refresh(), wanted.patience());
        } catch (FetchException problem) {
            throw wanted.failed(
                    "giving the authorization back to '%s'".formatted(Excerpt.of(grantor.issuer())), problem);
        }
    }

    private AuthorizationGrant entitlement(Site site, Set<String> scopes, Wanted wanted) throws InterruptedException {
        return switch (settings.grant()) {
            case Grant.OwnRight own -> TokenWish.ownRight();
            case Grant.Workload workload ->
                word(
                        said(
                                () -> workload.assertion()
                                        .apply(String.valueOf(site.grantor().tokenEndpoint())),
                                "the platform's assertion",
                                wanted),
                        "the platform's assertion",
                        wanted);
            case Grant.Enterprise enterprise ->
                word(assertion(enterprise, site, scopes, wanted), "its assertion", wanted);
            case Grant.Login login -> throw new IllegalStateException("a login needs a person");
        };
    }

    /** Asks the application for what entitles it; it may fail in any way. */
    private static String said(Supplier<String> source, String what, Wanted wanted) {
        try {
            return source.get();
        } catch (McpException known) {
            throw known;
        } catch (RuntimeException missing) {
            throw wanted.failed(
                    "%s cannot be had: %s".formatted(what, Excerpt.of(String.valueOf(missing.getMessage()))));
        }
    }

    private static AuthorizationGrant word(String jwt, String what, Wanted wanted) {
        try {
            return TokenWish.word(jwt);
        } catch (IllegalArgumentException unreadable) {
            throw wanted.failed("%s cannot be used: %s".formatted(what, unreadable.getMessage()));
        }
    }

    /** Asks the identity provider for its word about the person, for this authorization server. */
    private String assertion(Grant.Enterprise enterprise, Site site, Set<String> scopes, Wanted wanted)
            throws InterruptedException {
        var profiles = site.grantor().grantProfiles();
        if (profiles != null && !profiles.contains("urn:ietf:params:oauth:grant-profile:id-jag")) {
            throw wanted.failed("authorization server '%s' takes no word of an identity provider"
                    .formatted(Excerpt.of(site.grantor().issuer())));
        }
        var wish = new TokenWish(
                TokenWish.identity(
                        said(enterprise.idToken(), "the proof of identity", wanted),
                        site.grantor().issuer()),
                enterprise.client().knownBy(null),
                site.resource(),
                scopes,
                null);
        try {
            // The administrator named it, not the server.
            var provider = settings.fetching(enterprise.tokenEndpoint());
            return tokens(provider, enterprise.tokenEndpoint(), enterprise.tokenEndpoint(), wish, wanted)
                    .access();
        } catch (TokenRefused refused) {
            throw wanted.failed("the identity provider at '%s' does not vouch for the person: %s"
                    .formatted(Excerpt.of(enterprise.tokenEndpoint()), refused.getMessage()));
        }
    }

    /** Asks for tokens as somebody whom the authorization server may have registered, and may not know any more. */
    private Tokens tokens(AuthorizationServer grantor, TokenWish wish, Wanted wanted)
            throws TokenRefused, InterruptedException {
        try {
            return tokens(fetch, grantor.tokenEndpoint(), grantor.issuer(), wish, wanted);
        } catch (TokenRefused refused) {
            var client = wish.client();
            throw client != null && wish.needsAnotherClient(refused) ? refused.uselessAs(client.id()) : refused;
        }
    }

    private Tokens tokens(GuardedFetch through, @Nullable String endpoint, String issuer, TokenWish wish, Wanted wanted)
            throws TokenRefused, InterruptedException {
        if (endpoint == null) {
            throw wanted.failed(
                    "authorization server '%s' does not say where it hands out tokens".formatted(Excerpt.of(issuer)));
        }
        try {
            return new TokenEndpoint(through, nonces, endpoint, issuer).get(wish, wanted.patience());
        } catch (FetchException problem) {
            throw wanted.failed("asking authorization server '%s' for a token".formatted(Excerpt.of(issuer)), problem);
        } catch (McpException known) {
            throw known;
        } catch (IllegalArgumentException unfit) {
            throw wanted.failed("the token endpoint of '%s' is no address".formatted(Excerpt.of(issuer)));
        }
    }

    private Held held(
            String issuer,
            boolean former,
            @Nullable Client client,
            String redirectUri,
            @Nullable String resource,
            Set<String> asked,
            Tokens tokens,
            @Nullable ProofKey key,
            int stepUps) {
        var now = settings.clock().instant();
        return new Held(
                issuer,
                former,
                client == null ? "" : client.id(),
                redirectUri,
                resource,
                asked,
                tokens.scopes(),
                tokens.access(),
                tokens.type(),
                tokens.refresh(),
                now,
                tokens.lifetime() == null ? null : now.plus(tokens.lifetime()),
                tokens.type().equals("DPoP") ? key : null,
                stepUps);
    }
}
