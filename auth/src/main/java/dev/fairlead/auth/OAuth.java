package dev.fairlead.auth;

import dev.fairlead.auth.discovery.ServerUrl;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.Store;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpEngine;
import dev.fairlead.wire.http.HttpTarget;
import dev.fairlead.wire.http.ShownAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gets, shows, renews and gives back the authorization of one owner, for any number of servers. May be used from any
 * number of threads, and by any number of machines that share a {@link Store}.
 *
 * <p>Where a person has to log in, what was attempted fails with an {@link AuthorizationRequiredException}; {@link
 * #finish} takes what the person brings back. {@link DesktopLogin} does both for programs on people's own machines.
 */
public final class OAuth implements Authorizer {
    /** Where people come back, unless told otherwise: a fixed port, because many servers want to know it beforehand. */
    public static final String USUAL_REDIRECT_URI = "http://127.0.0.1:33418/callback";

    static final Challenge NOBODY = new Challenge(401, List.of());
    private static final Duration LAST_ATTEMPT = Duration.ofSeconds(5);

    private final Settings settings;
    private final Vault vault;
    private final Accounts accounts;
    private final BegunLogins logins;

    private OAuth(Settings settings) {
        this.settings = settings;
        this.vault = new Vault(settings.store(), settings.owner(), settings.clock());
        this.accounts = new Accounts(settings, vault);
        this.logins = new BegunLogins(settings, vault, accounts);
    }

    /** Starts the settings. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Credential credential(HttpTarget target, Deadline patience) throws InterruptedException {
        return of(target.server()).credential(target, patience);
    }

    @Override
    public boolean turnedAway(
            HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience)
            throws InterruptedException {
        return of(target.server()).turnedAway(target, challenge, shown, answer, patience);
    }

    @Override
    public void letIn(HttpTarget target, Credential shown, Headers answer) {
        of(target.server()).letIn(target, shown, answer);
    }

    @Override
    public String epoch(String server) {
        return of(server).epoch();
    }

    /**
     * Finishes a login, which may have been begun on another machine.
     *
     * @param pending what was kept when it was begun
     * @param callback the address to which the person was sent back, with everything in it
     * @throws dev.fairlead.protocol.error.LoginFailedException if it must not be finished, or was finished or given up
     *     already
     */
    public void finish(PendingAuthorization pending, String callback) throws InterruptedException {
        logins.finish(pending, callback);
    }

    /** Tells whether a login was finished after this one was begun, and everything agreed to that this one is about. */
    boolean since(PendingAuthorization begun) {
        return logins.since(begun);
    }

    /**
     * Tells whether a login that was begun may still be finished, here or on any machine that shares the store. It takes five
     * seconds at most, whatever the store does.
     *
     * @throws dev.fairlead.store.StoreException if that cannot be said, as the store fails or does not answer in time, or
     *     this is interrupted
     */
    public boolean isOpen(PendingAuthorization begun) {
        return logins.isOpen(begun);
    }

    /** Tells whether a login that was begun may still be finished after so long. */
    boolean isOpen(PendingAuthorization begun, Duration after) throws InterruptedException {
        return logins.isOpen(begun, after);
    }

    /** Gives up a login that ended without success, so that nobody finishes it, whoever may know where it leads. */
    void giveUp(PendingAuthorization begun) {
        logins.giveUp(begun);
    }

    Instant now() {
        return settings.clock().instant();
    }

    /** Tells whether an address to which somebody was sent back belongs to a login. */
    static boolean belongs(String callback, PendingAuthorization pending) {
        return Callback.of(callback).belongsTo(pending);
    }

    /**
     * Begins a login again that was demanded, for people who come back elsewhere.
     *
     * @param redirectUri where
     */
    public AuthorizationRequiredException again(AuthorizationRequiredException demanded, String redirectUri)
            throws InterruptedException {
        return again(demanded, redirectUri, false);
    }

    /**
     * Begins a login again that was demanded, for people who come back elsewhere.
     *
     * @param anyPath whether they may come back to another path there
     */
    AuthorizationRequiredException again(AuthorizationRequiredException demanded, String redirectUri, boolean anyPath)
            throws InterruptedException {
        return logins.again(demanded, redirectUri, anyPath);
    }

    /** Returns what is held for a server. */
    public Optional<AccountInfo> account(String server) {
        return accounts.held(server).map(held -> info(server, held));
    }

    /**
     * Returns what is held for a server and is for nobody to read: tokens, and secrets of the client that got them. No store
     * is needed for what this process shows and has got by itself.
     */
    public Set<String> secrets(String server) {
        return accounts.secrets(server);
    }

    /** Lists the servers for which something is held; what their addresses say after a question mark is left out. */
    public List<String> servers() {
        return vault.servers();
    }

    /**
     * Gives back the authorization for a server: tells whoever granted it, where that can be told, and forgets it.
     *
     * @return whether whoever granted it took it back
     * @throws dev.fairlead.protocol.error.McpException if whoever granted it could not be told; it is forgotten all the same
     */
    public boolean logout(String server) throws InterruptedException {
        var wanted = accounts.wanted(server, NOBODY);
        var account = of(server);
        try {
            var held = account.forget(wanted);
            held.ifPresent(former -> vault.unbindClient(former.clientId(), former.issuer()));
            return held.isPresent() && account.obtaining().giveBack(held.get(), wanted);
        } finally {
            account.obtaining().forget();
        }
    }

    /**
     * Stores tokens that the store did not take when they were got, and those that are only being got: for whoever ends, or
     * forgets this, as other processes find a worthless token otherwise. While this is used it happens by itself. It takes
     * five seconds at most, whatever the store does.
     *
     * @return whether everything is stored; if not, that was logged
     */
    public boolean storeRest() throws InterruptedException {
        return storeRest(Deadline.after(LAST_ATTEMPT));
    }

    boolean storeRest(Deadline patience) throws InterruptedException {
        return accounts.storeRest(patience);
    }

    private static AccountInfo info(String server, Held held) {
        var scopes = held.granted() == null ? held.asked() : held.granted();
        return new AccountInfo(
                server,
                held.issuer(),
                held.clientId(),
                Collections.unmodifiableSet(new LinkedHashSet<>(scopes)),
                held.expires(),
                held.refresh() != null,
                held.key() != null);
    }

    private Account of(String server) {
        return accounts.of(server);
    }

    /** Returns an address without what may be private in it. */
    static String name(String server) {
        return ShownAddress.place(server);
    }

    /** The settings of an {@link OAuth}. */
    public static final class Builder {
        private String owner = "";
        private String clientName = "Fairlead";
        private String redirectUri = USUAL_REDIRECT_URI;
        private boolean anyPath = true;
        private @Nullable String metadataDocument;
        private final List<RegisteredClient> registered = new ArrayList<>();
        private boolean mayRegister = true;
        private Grant grant = new Grant.Login();
        private @Nullable String issuer;
        private final Set<ServerUrl> servers = new LinkedHashSet<>();
        private boolean trusting;
        private List<String> scopes = List.of();
        private Store store = new MemoryStore();
        private HttpEngine engine = HttpEngine.shared();
        private boolean privateNetworks;
        private boolean formerServers = true;
        private KeyBinding keyBinding = KeyBinding.ON_DEMAND;
        private Duration patience = Duration.ofSeconds(30);
        private InstantSource clock = InstantSource.system();
        private LoginWatcher watcher = LoginWatcher.NONE;
        private RenewalListener renewals = RenewalListener.NONE;

        private Builder() {}

        /** Sets who hears what is fetched on the way to an authorization. */
        public Builder watcher(LoginWatcher hearing) {
            this.watcher = hearing;
            return this;
        }

        /** Adds somebody who hears that tokens are renewed, or that this is refused. */
        public Builder renewals(RenewalListener hearing) {
            var others = renewals;
            this.renewals = (server, what) -> {
                others.heard(server, what);
                hearing.heard(server, what);
            };
            return this;
        }

        /**
         * Sets whose authorization it is, for applications with several users; without it, there is one.
         *
         * @throws IllegalArgumentException if the name is blank, which would be the one without a name
         */
        public Builder owner(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("the owner of an authorization needs a name that is not blank");
            }
            this.owner = name;
            return this;
        }

        /** Sets how authorization servers present us to people; without it, as Fairlead. */
        public Builder clientName(String name) {
            this.clientName = name;
            return this;
        }

        /**
         * Sets the port of this machine where people come back after a login, for {@link DesktopLogin}; without it, that of
         * {@link #USUAL_REDIRECT_URI}. From an authorization server whose answers do not name it, and which was not told of
         * us beforehand, they come back to a path that is for it alone.
         */
        public Builder redirectPort(int port) {
            this.redirectUri = "http://127.0.0.1:" + port + "/callback";
            this.anyPath = true;
            return this;
        }

        /**
         * Sets where people come back after a login; without it, {@link #USUAL_REDIRECT_URI}. From an authorization server
         * whose answers do not name it, and which was not told of us beforehand, they come back there with one parameter
         * more, {@code issued_by}.
         *
         * @throws IllegalArgumentException if people could not come back there safely
         */
        public Builder redirectUri(String uri) {
            if (!Registrar.isSafe(uri)) {
                throw new IllegalArgumentException(
                        "people come back by https, to a port of this machine, or by a scheme like com.example.app;"
                                + " not to "
                                + uri);
            }
            this.redirectUri = URI.create(uri).toString();
            this.anyPath = false;
            return this;
        }

        /**
         * Sets the address of the document by which authorization servers may know us; without it, there is none.
         *
         * @throws IllegalArgumentException if it is no {@code https} URL with a path
         */
        public Builder metadataDocument(String url) {
            if (!url.matches("https://[^/?#@]+/[^#]+")) {
                throw new IllegalArgumentException(
                        "the document has an https URL with a path, which this is not: " + url);
            }
            this.metadataDocument = url;
            return this;
        }

        /** Adds a client that an authorization server was told of beforehand. */
        public Builder client(RegisteredClient known) {
            registered.add(known);
            return this;
        }

        /** Sets that we do not register ourselves where nobody knows us. */
        public Builder withoutRegistration() {
            this.mayRegister = false;
            return this;
        }

        /** Sets what entitles to a token; without it, a person who logs in. Any other needs {@link #forServers}. */
        public Builder grant(Grant entitlement) {
            this.grant = entitlement;
            return this;
        }

        /**
         * Adds the only servers for which tokens are sought, and to which they are shown; without it, any that demands one.
         * Where nobody is there to agree they have to be named: a server says itself who grants its tokens, and one that
         * names an authorization server of ours would be handed what is meant for others.
         *
         * @param urls their addresses, as they are connected to
         * @throws IllegalArgumentException if one is no absolute http or https URL
         */
        public Builder forServers(String... urls) {
            for (var url : urls) {
                servers.add(ServerUrl.of(url));
            }
            return this;
        }

        /** Sets the one authorization server, by its name, to which we show anything at all; without it, servers name it. */
        public Builder issuer(String name) {
            this.issuer = name;
            return this;
        }

        /**
         * Sets that secrets of ours are shown to whichever authorization server a server names first; for that server, to
         * no other until {@link OAuth#logout}; and that any server is handed a token which nobody has to agree to. Only for
         * those who trust every server that this is used for with those secrets.
         */
        public Builder trustingServers() {
            this.trusting = true;
            return this;
        }

        /**
         * Sets what to ask for besides what servers demand; without it, nothing. Where nobody is there to agree (any other
         * {@link #grant} than a login) it is all that is asked for, whatever servers demand.
         */
        public Builder scopes(String... names) {
            this.scopes = List.of(names);
            return this;
        }

        /** Sets where tokens are kept, perhaps among other things; without it, in memory. It is never closed here. */
        public Builder store(Store place) {
            this.store = place;
            return this;
        }

        /** Sets the connections over which authorization servers are reached; without it, the shared ones. */
        public Builder engine(HttpEngine connections) {
            this.engine = connections;
            return this;
        }

        /** Sets that servers may name authorization servers in private networks. */
        public Builder allowPrivateNetworks() {
            this.privateNetworks = true;
            return this;
        }

        /** Sets that servers must say who grants authorization for them, as those of 2025-03-26 do not. */
        public Builder withoutFormerServers() {
            this.formerServers = false;
            return this;
        }

        /** Sets when tokens are bound to a key; without it, where the server demands it. */
        public Builder keyBinding(KeyBinding when) {
            this.keyBinding = when;
            return this;
        }

        /** Sets how long authorization servers may take for all steps to a token together; without it, 30 s. */
        public Builder patience(Duration limit) {
            this.patience = limit;
            return this;
        }

        /** Sets the clock; without it, the one of this machine. */
        public Builder clock(InstantSource time) {
            this.clock = time;
            return this;
        }

        /**
         * Makes it.
         *
         * @throws IllegalArgumentException if a secret could be shown to an authorization server that only a server named,
         *     or a token that nobody agreed to be handed to any server
         */
        public OAuth build() {
            boolean exposed =
                    grant instanceof Grant.Workload || registered.stream().anyMatch(RegisteredClient::exposed);
            if (exposed && issuer == null && !trusting) {
                throw new IllegalArgumentException(
                        "a server could have our secrets sent to an authorization server of its own: name the right"
                                + " one with issuer(...) or RegisteredClient.at(...), or say trustingServers()");
            }
            if (!(grant instanceof Grant.Login) && servers.isEmpty() && !trusting) {
                throw new IllegalArgumentException(
                        "any server could have a token of this program handed to it, as nobody is there to agree: name"
                                + " the servers that it is for with forServers(...), or say trustingServers()");
            }
            return new OAuth(new Settings(
                    owner,
                    clientName,
                    redirectUri,
                    anyPath,
                    metadataDocument,
                    List.copyOf(registered),
                    mayRegister,
                    grant,
                    issuer,
                    Set.copyOf(servers),
                    scopes,
                    store,
                    engine,
                    privateNetworks,
                    formerServers,
                    keyBinding,
                    patience,
                    clock,
                    watcher,
                    renewals));
        }
    }
}
