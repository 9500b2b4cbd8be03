package dev.fairlead.auth;

import dev.fairlead.auth.discovery.AuthorizationServer;
import dev.fairlead.auth.discovery.Busy;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.auth.token.Client;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.Fetched;
import dev.fairlead.wire.http.GuardedFetch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sees to it that an authorization server knows us, in the order of the specification. */
final class Registrar {
    private static final List<String> METHODS = List.of(Client.NONE, Client.BASIC, Client.POST);
    private static final int LONGEST = 4096; // It is kept, and goes with requests.

    private final Settings settings;
    private final Vault vault;
    private final GuardedFetch fetch;
    private final Registrations registrations;

    Registrar(Settings settings, Vault vault, GuardedFetch fetch, String server) {
        this.settings = settings;
        this.vault = vault;
        this.fetch = fetch;
        this.registrations = new Registrations(vault, server, settings.clock());
    }

    /**
     * Returns who we are at an authorization server: told of beforehand, known by a document, or registered now.
     *
     * @param redirectUri where people will come back
     */
    Client client(AuthorizationServer grantor, String redirectUri, Wanted wanted) throws InterruptedException {
        var known = told(grantor).or(() -> documented(grantor));
        return known.isPresent() ? known.get() : registered(grantor, redirectUri, wanted);
    }

    /** Returns the client that somebody told this authorization server of. */
    Optional<Client> told(AuthorizationServer grantor) {
        return settings.registeredAt(grantor.issuer()).map(client -> client.knownBy(grantor.clientAuthentication()));
    }

    /** Returns the client that a document describes, if this authorization server reads such. */
    Optional<Client> documented(AuthorizationServer grantor) {
        return Optional.ofNullable(settings.metadataDocument())
                .filter(url -> grantor.readsClientDocuments())
                .map(url -> new Client(url, null, null, Client.NONE));
    }

    /** Tells whether a client is one that this authorization server did not register itself. */
    boolean isKnownBeforehand(AuthorizationServer grantor, Client client) {
        return told(grantor)
                .or(() -> documented(grantor))
                .map(Client::id)
                .filter(client.id()::equals)
                .isPresent();
    }

    /** Tells whether this authorization server may register us. */
    boolean registers(AuthorizationServer grantor) {
        return settings.mayRegister() && grantor.registrationEndpoint() != null;
    }

    /** Returns the client that an authorization server has registered, now or before. */
    Client registered(AuthorizationServer grantor, String redirectUri, Wanted wanted) throws InterruptedException {
        if (!registers(grantor)) {
            throw wanted.failed(unknown(grantor));
        }
        var known = vault.client(grantor.issuer(), redirectUri);
        return known.isPresent() ? known.get() : registeredOnce(grantor, redirectUri, wanted);
    }

    /** Registers us, unless somebody else has done so meanwhile: a second client would take the place of the first. */
    private Client registeredOnce(AuthorizationServer grantor, String redirectUri, Wanted wanted)
            throws InterruptedException {
        try (Store.Lease lease = vault.clientLease(grantor.issuer(), redirectUri, wanted.patience())) {
            Objects.requireNonNull(lease);
            var known = vault.client(grantor.issuer(), redirectUri);
            return known.isPresent() ? known.get() : register(grantor, redirectUri, wanted);
        } catch (TimeoutException busy) {
            throw wanted.unavailable(
                    "another process has been registering at '%s' for too long".formatted(Excerpt.of(grantor.issuer())),
                    busy);
        }
    }

    /** Returns the client that an authorization server was told of beforehand, where nothing else will do. */
    Client told(AuthorizationServer grantor, Wanted wanted) {
        return told(grantor).orElseThrow(() -> wanted.failed(unknown(grantor)));
    }

    /** Notes that somebody has come back from a login, so that whoever we were then is remembered. */
    void cameBack(PendingAuthorization begun) {
        vault.useClient(begun.issuer(), begun.redirectUri(), begun.clientId());
    }

    /** Forgets where we registered on the word of the server, and nobody has logged in. */
    void forgetUnused() {
        registrations.forget();
    }

    /** Returns who we were when a login was begun, perhaps on another machine. */
    Client known(AuthorizationServer grantor, String clientId, String redirectUri, Wanted wanted) {
        return remembered(grantor, clientId, redirectUri)
                .orElseThrow(() -> wanted.failed(
                        "the client that began this login is not known here, or not any more; begin again, and if"
                                + " another machine began it, let the two share a token store"));
    }

    /** Returns who we were, unless that is forgotten or what proves it has expired. */
    Optional<Client> remembered(AuthorizationServer grantor, String clientId, String redirectUri) {
        var told = told(grantor);
        if (told.isPresent() && told.get().id().equals(clientId)) {
            return told;
        }
        if (clientId.equals(settings.metadataDocument())) {
            return Optional.of(new Client(clientId, null, null, Client.NONE));
        }
        return vault.client(grantor.issuer(), redirectUri, clientId);
    }

    /** Tells whether we still are who we were when a login was begun. */
    boolean stillKnows(PendingAuthorization begun) {
        return settings.says(begun.issuer(), begun.clientId())
                || vault.client(begun.issuer(), begun.redirectUri(), begun.clientId())
                        .isPresent();
    }

    /** Has the next login begun as another client than this one, as the authorization server does not let this one. */
    void retire(String issuer, String redirectUri, String clientId) {
        vault.retireClient(issuer, redirectUri, clientId);
    }

    /** Forgets that an authorization server registered us, as it does not want to know of that: we register there anew. */
    void forget(String issuer, String redirectUri, String clientId) {
        vault.forgetClient(issuer, redirectUri, clientId);
    }

    private String unknown(AuthorizationServer grantor) {
        var meant = settings.registered().stream()
                .map(RegisteredClient::issuer)
                .findFirst()
                .map(issuer -> "the client that was given is for '%s' and is not shown to others; ".formatted(issuer))
                .orElse("");
        return ("authorization server '%s' does not know us and registers nobody; %s"
                        + "register a client there and pass its id")
                .formatted(Excerpt.of(grantor.issuer()), meant);
    }

    private Client register(AuthorizationServer grantor, String redirectUri, Wanted wanted)
            throws InterruptedException {
        registrations.admit(grantor.issuer(), wanted);
        var method = method(grantor);
        var asked = Json.object()
                .put("client_name", settings.clientName())
                .put("application_type", isLocal(redirectUri) ? "native" : "web")
                .put("token_endpoint_auth_method", method);
        asked.putArray("redirect_uris").add(redirectUri);
        asked.putArray("grant_types").add("authorization_code").add("refresh_token");
        asked.putArray("response_types").add("code");
        Fetched answer;
        try {
            answer = fetch.post(
                    String.valueOf(grantor.registrationEndpoint()),
                    "application/json",
                    Json.write(asked).getBytes(StandardCharsets.UTF_8),
                    Headers.NONE.with("Accept", "application/json"),
                    wanted.patience());
        } catch (FetchException problem) {
            throw wanted.failed("registering at '%s'".formatted(Excerpt.of(grantor.issuer())), problem);
        }
        if (Busy.says(answer)) {
            throw wanted.unavailable(
                    "authorization server '%s' does not register us now (HTTP %s)"
                            .formatted(Excerpt.of(grantor.issuer()), answer.status()),
                    null);
        }
        var json = object(answer);
        var id = json.path("client_id");
        if (answer.status() / 100 != 2 || !id.isString() || id.stringValue().isBlank()) {
            throw wanted.failed(refusal(grantor, answer, json, redirectUri));
        }
        for (var name : List.of("client_id", "client_secret", "token_endpoint_auth_method")) {
            if (json.path(name).stringValue("").length() > LONGEST) {
                throw wanted.failed(
                        "authorization server '%s' registers us with a %s of more than %s characters, which is not used"
                                .formatted(Excerpt.of(grantor.issuer()), name, LONGEST));
            }
        }
        var secret = json.path("client_secret").isString()
                ? json.get("client_secret").stringValue()
                : null;
        var said = json.path("token_endpoint_auth_method");
        var client = new Client(
                id.stringValue(),
                secret,
                null,
                said.isString() ? said.stringValue() : secret == null ? Client.NONE : method);
        vault.keep(grantor.issuer(), redirectUri, client, expiry(json));
        registrations.made(grantor.issuer(), redirectUri, client.id());
        return client;
    }

    /** Returns how to prove who we are; without a secret if that is enough. */
    private static String method(AuthorizationServer grantor) {
        var offered = grantor.clientAuthentication();
        return offered == null
                ? Client.NONE
                : METHODS.stream().filter(offered::contains).findFirst().orElse(Client.NONE);
    }

    private static @Nullable Instant expiry(ObjectNode json) {
        var at = json.path("client_secret_expires_at");
        return at.isIntegralNumber() && at.canConvertToLong() && at.longValue() > 0
                ? Instant.ofEpochSecond(Math.min(at.longValue(), Instant.MAX.getEpochSecond()))
                : null;
    }

    private static ObjectNode object(Fetched answer) {
        try {
            return Json.parse(answer.text()) instanceof ObjectNode object ? object : Json.object();
        } catch (JacksonException noJson) {
            return Json.object();
        }
    }

    private static String refusal(AuthorizationServer grantor, Fetched answer, JsonNode json, String redirectUri) {
        var said = json.path("error").asString("") + " "
                + json.path("error_description").asString("");
        var advice = said.contains("redirect")
                ? "it does not accept the redirect URI %s; choose another, or register a client by hand"
                        .formatted(redirectUri)
                : "register a client there by hand and pass its id";
        return "authorization server '%s' does not register us (HTTP %s%s); %s"
                .formatted(
                        Excerpt.of(grantor.issuer()),
                        answer.status(),
                        said.isBlank() ? "" : ", it says '" + Excerpt.of(said.strip()) + "'",
                        advice);
    }

    /** Tells whether people can come back there, and nobody else gets what they bring (RFC 8252). */
    static boolean isSafe(String redirectUri) {
        return redirectUri.matches("(?i)https://[^/?#]+.*")
                || redirectUri.matches("(?i)http://(127\\.0\\.0\\.1|localhost|\\[::1]):[1-9][0-9]*(/.*)?")
                || redirectUri.matches("(?i)[a-z][a-z0-9+-]*\\.[a-z0-9.+-]+:/.*");
    }

    /** Tells whether people come back to this very machine. */
    static boolean isLocal(String redirectUri) {
        return redirectUri.matches("(?i)http://(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]+)?([/?].*)?")
                || !redirectUri.matches("(?i)https?:.*");
    }
}
