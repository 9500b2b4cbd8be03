package dev.fairlead.auth;

import dev.fairlead.auth.token.Client;
import dev.fairlead.auth.token.TokenKeys;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.Hashes;
import dev.fairlead.wire.Deadline;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is kept in the store, by what it is: authorizations, clients, and logins that are over. */
final class Vault {
    private static final int HASH_DIGITS = 32;
    private static final Duration LOGINS_KEPT = Duration.ofHours(1);
    private static final int MOST_MET = 1_000;
    private static final String UNUSED = "unused"; // Of a client: nobody has come back from a login as it.

    private final Store store;
    private final String owner;
    private final InstantSource clock;
    private final ConcurrentHashMap<String, Client> met = new ConcurrentHashMap<>(); // by key

    Vault(Store store, String owner, InstantSource clock) {
        this.store = store;
        this.owner = owner.replace("%", "%25").replace("|", "%7C"); // Keys are separated by that.
        this.clock = clock;
    }

    /** Returns the authorization for a server; one that cannot be read is as good as none. */
    Optional<Held> held(String server) {
        return store.read(grantKey(server)).flatMap(Vault::readable);
    }

    private static Optional<Held> readable(Store.Entry entry) {
        try {
            return Optional.of(Held.from(entry.value()));
        } catch (IllegalArgumentException ofAnotherRelease) {
            return Optional.empty();
        }
    }

    /**
     * What is kept of an authorization.
     *
     * @param held null if nothing that can be read
     * @param version of what is kept, for {@link #replace}
     */
    record Kept(@Nullable Held held, String version) {}

    /** Returns what is kept for a server. */
    Kept kept(String server) {
        return store.read(grantKey(server))
                .map(entry -> new Kept(readable(entry).orElse(null), entry.version()))
                .orElse(new Kept(null, Store.Entry.ABSENT));
    }

    /** Keeps an authorization in the place of another, if that is still there. Returns whether it was. */
    boolean replace(String server, Kept seen, Held held) {
        // Where the key is a hash, nothing else says for which server it is.
        var json = held.toJson().put("server", withoutQuery(server));
        return replace(grantKey(server), seen.version(), Json.write(json));
    }

    void forget(String server) {
        put(grantKey(server), null);
    }

    /** Lists the servers for which an authorization is kept. */
    List<String> servers() {
        return store.keys(grants()).stream()
                .flatMap(key -> server(key).stream())
                .toList();
    }

    private Optional<String> server(String key) {
        var named = key.substring(grants().length());
        return TokenKeys.isHashed(named)
                ? store.read(key).flatMap(entry -> member(entry, "server"))
                : Optional.of(withoutQuery(named));
    }

    private static Optional<String> member(Store.Entry entry, String name) {
        try {
            return Optional.ofNullable(Json.parse(entry.value()).path(name).stringValue(null));
        } catch (JacksonException ofAnotherRelease) {
            return Optional.empty();
        }
    }

    /** Waits to be the only one who renews the authorization for a server. */
    Store.Lease lease(String server, Deadline patience) throws InterruptedException, TimeoutException {
        return store.lease(grantKey(server), patience.remaining());
    }

    /** Waits to be the only one who registers us at an authorization server. */
    Store.Lease clientLease(String issuer, String redirectUri, Deadline patience)
            throws InterruptedException, TimeoutException {
        return store.lease(clientKey(issuer, redirectUri), patience.remaining());
    }

    /** Returns as whom people log in next at an authorization server that registered us; what cannot be read is as good as nothing. */
    Optional<Client> client(String issuer, String redirectUri) {
        return metClient(clientKey(issuer, redirectUri), issuer, redirectUri);
    }

    /** Returns who we were when somebody logged in, or began to, which may be another one than for the next login. */
    Optional<Client> client(String issuer, String redirectUri, String id) {
        return metClient(clientKey(issuer, redirectUri, id), issuer, redirectUri)
                .or(() -> client(issuer, redirectUri)) // A former release kept only that one.
                .filter(client -> client.id().equals(id));
    }

    private Optional<Client> metClient(String key, String issuer, String redirectUri) {
        var client = store.read(key).flatMap(this::readableClient);
        client.ifPresent(known -> meet(issuer, redirectUri, known));
        return client;
    }

    private void meet(String issuer, String redirectUri, Client client) {
        if (met.size() >= MOST_MET) {
            met.clear(); // The store is asked for those who are needed again.
        }
        met.put(clientKey(issuer, redirectUri, client.id()), client);
    }

    /**
     * Returns who we were when we got a token, if we were anybody; the store is asked only if this process has not met that
     * client yet.
     */
    Optional<Client> clientOf(Held held) {
        if (held.clientId().isEmpty()) {
            return Optional.empty();
        }
        return Optional.ofNullable(met.get(clientKey(held.issuer(), held.redirectUri(), held.clientId())))
                .or(() -> client(held.issuer(), held.redirectUri(), held.clientId()));
    }

    private Optional<Client> readableClient(Store.Entry entry) {
        try {
            return current(Json.parse(entry.value()));
        } catch (JacksonException | DateTimeException ofAnotherRelease) {
            return Optional.empty();
        }
    }

    private Optional<Client> current(JsonNode json) {
        boolean over = json.has("expires")
                && clock.instant().isAfter(Instant.parse(json.get("expires").stringValue()));
        return over
                ? Optional.empty()
                : Optional.of(new Client(
                        json.required("id").stringValue(),
                        json.has("secret") ? json.get("secret").stringValue() : null,
                        null,
                        json.required("method").stringValue()));
    }

    void keep(String issuer, String redirectUri, Client client, @Nullable Instant secretExpires) {
        var json = Json.object().put("id", client.id()).put("method", client.method());
        if (client.secret() != null) {
            json.put("secret", client.secret());
        }
        if (secretExpires != null) {
            json.put("expires", secretExpires.toString());
        }
        forgetExpired(issuer, redirectUri);
        put(clientKey(issuer, redirectUri), Json.write(json));
        put(clientKey(issuer, redirectUri, client.id()), Json.write(json.put(UNUSED, true)));
        meet(issuer, redirectUri, client);
    }

    /** Notes that somebody has come back from a login as a client. */
    void useClient(String issuer, String redirectUri, String clientId) {
        var key = clientKey(issuer, redirectUri, clientId);
        boolean noted = false;
        while (!noted) {
            var kept = store.read(key).filter(Vault::isUnused).orElse(null);
            noted = kept == null || replace(key, kept.version(), used(kept.value()));
        }
    }

    private static String used(String client) {
        return Json.write(((ObjectNode) Json.parse(client)).without(UNUSED));
    }

    /** Tells whether a client is kept as which nobody has come back from a login. */
    boolean isUnused(String issuer, String redirectUri, String clientId) {
        return store.read(clientKey(issuer, redirectUri, clientId))
                .filter(Vault::isUnused)
                .isPresent();
    }

    private static boolean isUnused(Store.Entry entry) {
        try {
            return Json.parse(entry.value()).path(UNUSED).asBoolean(false);
        } catch (JacksonException ofAnotherRelease) {
            return false;
        }
    }

    /** Forgets a client, unless somebody has come back from a login as it. */
    void forgetUnused(String issuer, String redirectUri, String clientId) {
        var key = clientKey(issuer, redirectUri, clientId);
        var kept = store.read(key).filter(Vault::isUnused);
        if (kept.isPresent() && replace(key, kept.get().version(), null)) {
            retireClient(issuer, redirectUri, clientId);
            met.remove(key);
        }
    }

    /**
     * Changes what is noted of where we registered on the word of a server.
     *
     * @param change may be asked more than once; null stands for nothing
     */
    void noteRegistrations(String server, UnaryOperator<@Nullable String> change) {
        var key = TokenKeys.of("registered-for", shown(server));
        boolean noted = false;
        while (!noted) {
            var seen = store.read(key);
            var before = seen.map(Store.Entry::value).orElse(null);
            var after = change.apply(before);
            var version = seen.map(Store.Entry::version).orElse(Store.Entry.ABSENT);
            noted = Objects.equals(before, after) || replace(key, version, after);
        }
    }

    /** Forgets the client before this one, if nobody can renew anything as that any more. */
    private void forgetExpired(String issuer, String redirectUri) {
        store.read(clientKey(issuer, redirectUri))
                .flatMap(entry -> member(entry, "id"))
                .filter(id -> client(issuer, redirectUri, id).isEmpty())
                .ifPresent(id -> put(clientKey(issuer, redirectUri, id), null));
    }

    /**
     * Has the next login begun as another client than this one. Whoever has logged in as it, or begun to, stays it: one
     * person's word must not take away what others renew their tokens as.
     */
    void retireClient(String issuer, String redirectUri, String clientId) {
        var key = clientKey(issuer, redirectUri);
        boolean gone = false;
        while (!gone) {
            var kept = store.read(key)
                    .filter(entry ->
                            member(entry, "id").filter(clientId::equals).isPresent());
            gone = kept.isEmpty() || replace(key, kept.get().version(), null);
        }
    }

    /** Forgets a client, for everybody. If somebody has registered another one there meanwhile, that one stays. */
    void forgetClient(String issuer, String redirectUri, String clientId) {
        retireClient(issuer, redirectUri, clientId);
        put(clientKey(issuer, redirectUri, clientId), null);
    }

    /** Returns the authorization server that is shown our secrets for a server, if one was. */
    Optional<String> boundTo(String server) {
        return value(key("issuer", server));
    }

    /** Notes that an authorization server is shown our secrets for a server. Returns which one was the first. */
    String bind(String server, String issuer) {
        return first(key("issuer", server), issuer);
    }

    /** Returns the authorization server that a client is for where nobody said it, if anybody logged in at one. */
    Optional<String> clientBoundTo(String clientId) {
        return value(TokenKeys.of("login-issuer", owner, clientId));
    }

    /** Notes that somebody logged in at an authorization server on behalf of a client, unless it was another one before. */
    void bindClient(String clientId, String issuer) {
        var ignored = first(TokenKeys.of("login-issuer", owner, clientId), issuer);
    }

    /** Forgets that a client is for an authorization server. */
    void unbindClient(String clientId, String issuer) {
        if (clientBoundTo(clientId).filter(issuer::equals).isPresent()) {
            put(TokenKeys.of("login-issuer", owner, clientId), null);
        }
    }

    private Optional<String> value(String key) {
        return store.read(key).map(Store.Entry::value);
    }

    private String first(String key, String issuer) {
        while (true) {
            var first = value(key);
            if (first.isPresent()) {
                return first.get();
            }
            if (replace(key, Store.Entry.ABSENT, issuer)) {
                return issuer;
            }
        }
    }

    void unbind(String server) {
        put(key("issuer", server), null);
    }

    /** Notes that a login was brought to an end. Returns whether that is news. */
    boolean use(String state) {
        return store.replace(loginKey(state), Store.Entry.ABSENT, "", LOGINS_KEPT);
    }

    /** Tells whether a login was brought to an end. */
    boolean isUsed(String state) {
        return store.read(loginKey(state)).isPresent();
    }

    private String loginKey(String state) {
        return TokenKeys.of("login", owner, hash(state));
    }

    private void put(String key, @Nullable String value) {
        boolean kept = false;
        while (!kept) {
            var seen = store.read(key).map(Store.Entry::version).orElse(Store.Entry.ABSENT);
            boolean nothingToDo = value == null && seen.equals(Store.Entry.ABSENT);
            kept = nothingToDo || replace(key, seen, value);
        }
    }

    private boolean replace(String key, String seen, @Nullable String value) {
        try {
            return store.replace(key, seen, value);
        } catch (IllegalArgumentException tooBig) {
            throw new StoreException("what an authorization server issued is too big to be kept", tooBig);
        }
    }

    private String grants() {
        return TokenKeys.prefix("grant", owner);
    }

    private String grantKey(String server) {
        return key("grant", server);
    }

    private String key(String kind, String server) {
        return TokenKeys.of(kind, owner, shown(server));
    }

    private static String shown(String server) {
        int query = server.indexOf('?');
        // What the query says may be secret, and keys may be shown; that it differs is enough to know.
        return query < 0 ? server : server.substring(0, query) + "?" + hash(server.substring(query));
    }

    private static String withoutQuery(String server) {
        return server.replaceAll("[?].*", "");
    }

    private static String clientKey(String issuer, String redirectUri) {
        return TokenKeys.of("client", issuer, redirectUri);
    }

    private static String clientKey(String issuer, String redirectUri, String id) {
        return TokenKeys.of("client-by-id", issuer, redirectUri + " " + hash(id)); // A URI holds no space.
    }

    private static String hash(String text) {
        return Hashes.sha256(text).substring(0, HASH_DIGITS);
    }
}
