package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.Faults;
import dev.fairlead.testkit.http.HttpServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An authorization server on this machine that forgives nothing and remembers everything.
 *
 * <p>What clients do wrong is in {@link #lint}. How the server behaves, lies included, can be changed at any time.
 */
public final class AuthServer implements AutoCloseable {
    private final AuthDesk desk;

    private AuthServer(String issuerPath) {
        desk = new AuthDesk(issuerPath);
    }

    /** Starts one on a free port, whose issuer has no path. */
    public static AuthServer start() {
        return start("");
    }

    /** Starts one on a free port, whose issuer has this path, as in {@code /tenant}. */
    public static AuthServer start(String issuerPath) {
        return new AuthServer(issuerPath);
    }

    // Where it is.

    /** Returns the issuer. */
    public String issuer() {
        return desk.issuer();
    }

    /** Returns the address that people are sent to. */
    public String authorizationEndpoint() {
        return desk.authorizationEndpoint();
    }

    /** Returns the address where tokens are given out. */
    public String tokenEndpoint() {
        return desk.tokenEndpoint();
    }

    /** Returns the address where clients register. */
    public String registrationEndpoint() {
        return desk.registrationEndpoint();
    }

    /** Returns the address where tokens are revoked. */
    public String revocationEndpoint() {
        return desk.revocationEndpoint();
    }

    // What it knows.

    /** Knows a public client in advance. */
    public AuthServer client(String id, String... redirectUris) {
        desk.clients().add(new OAuthClient(id, null, "none", List.of(redirectUris), null, true));
        return this;
    }

    /** Knows a client with a secret in advance, which it sends by {@code client_secret_basic} or {@code client_secret_post}. */
    public AuthServer confidentialClient(String id, String secret, String method, String... redirectUris) {
        desk.clients().add(new OAuthClient(id, secret, method, List.of(redirectUris), null, true));
        return this;
    }

    /** Knows a client in advance that signs assertions with the private half of this key. */
    public AuthServer signingClient(String id, ObjectNode publicJwk, String... redirectUris) {
        desk.clients().add(new OAuthClient(id, null, "private_key_jwt", List.of(redirectUris), publicJwk, true));
        return this;
    }

    /** Supports client ID metadata documents, and finds this one at that address without going there. */
    public AuthServer clientDocument(String url, JsonNode document) {
        desk.manners().clientDocuments = true;
        desk.clients().document(url, document);
        return this;
    }

    /** Recognises the clients of another server as not its own. */
    public AuthServer rival(AuthServer other) {
        desk.clients().rival(other.desk);
        return this;
    }

    /** Accepts the assertions that this issuer signs with this key. */
    public AuthServer trusts(String issuer, ObjectNode publicJwk) {
        desk.grants().trust(issuer, publicJwk);
        return this;
    }

    /** Accepts the assertions of another server. */
    public AuthServer trusts(AuthServer other) {
        return trusts(other.issuer(), other.key().publicJwk());
    }

    /** Names, in the assertions that it gives out, a client of its own as it is called where they are for. */
    public AuthServer callsElsewhere(String ownId, String otherId) {
        desk.elsewhere().put(ownId, otherId);
        return this;
    }

    /** Gives tokens for this resource; once there is one, for no others. */
    public AuthServer resource(String resource) {
        desk.resources().add(resource);
        return this;
    }

    // How it behaves.

    /** Answers at these places; all unless said otherwise. */
    public AuthServer answersAt(WellKnown... places) {
        desk.manners().places = Set.of(places);
        return this;
    }

    /** Changes its metadata in any way. */
    public AuthServer metadata(Consumer<ObjectNode> change) {
        desk.manners().metadata = change;
        return this;
    }

    /** Names itself in authorization responses, as is usual, or neither does nor promises it. */
    public AuthServer issuerParameter(boolean sent) {
        desk.manners().issuerParameter = sent;
        return this;
    }

    /** Lets clients register, as is usual, or does not offer it. */
    public AuthServer registration(boolean open) {
        desk.manners().registration = open;
        return this;
    }

    /** Gives every client that registers a secret, or none to any; unless said otherwise it is as the client wishes. */
    public AuthServer secrets(boolean given) {
        desk.manners().secrets = given;
        return this;
    }

    /** Offers these ways to authenticate at the token endpoint, and no others. */
    public AuthServer clientAuthentication(String... methods) {
        desk.manners().methods = List.of(methods);
        return this;
    }

    /** Names these scopes in its metadata. */
    public AuthServer scopes(String... supported) {
        desk.manners().scopes = List.of(supported);
        return this;
    }

    /** Grants these scopes at most, whatever is asked for; everything unless said otherwise. */
    public AuthServer grantsOnly(String... scopes) {
        var allowed = Set.of(scopes);
        desk.manners().granting = asked -> {
            var granted = new LinkedHashSet<>(asked);
            granted.retainAll(allowed);
            return granted;
        };
        return this;
    }

    /** Lets access tokens live for so long. */
    public AuthServer accessLifetime(Duration life) {
        desk.manners().accessLifetime = life;
        return this;
    }

    /** Lets codes live for so long. */
    public AuthServer codeLifetime(Duration life) {
        desk.manners().codeLifetime = life;
        return this;
    }

    /** Gives refresh tokens, as is usual, or none. */
    public AuthServer refreshTokens(boolean given) {
        desk.manners().refreshTokens = given;
        return this;
    }

    /** Replaces refresh tokens at every use, as is usual, or lets them live on. */
    public AuthServer rotating(boolean wanted) {
        desk.manners().rotating = wanted;
        return this;
    }

    /** Wants to know the resource, as is usual, or does without, as servers of 2025-03-26 did. */
    public AuthServer resourceRequired(boolean required) {
        desk.manners().resourceRequired = required;
        return this;
    }

    /** Thinks this of proofs of possession; it does not know them unless said otherwise. */
    public AuthServer dpop(Dpop wanted) {
        desk.manners().dpop = wanted;
        return this;
    }

    /** Demands a nonce in proofs of possession. */
    public AuthServer dpopNonce(boolean demanded) {
        desk.dpop().demandNonce(demanded);
        return this;
    }

    /** Demands another nonce from now on. */
    public void rotateNonce() {
        desk.dpop().rotateNonce();
    }

    /** Shows a page on which this user logs in with this password; without one, everybody is alice at once. */
    public AuthServer login(String user, String password) {
        desk.manners().login = new AuthManners.Login(user, password);
        return this;
    }

    /** Sends people back with this error instead of a code. */
    public AuthServer denies(String error, String description) {
        desk.manners().denial = new AuthManners.Denial(error, description);
        return this;
    }

    /** Lives by this clock. */
    public AuthServer clock(InstantSource clock) {
        desk.manners().clock = clock;
        return this;
    }

    /** Tells this lie from now on, in its first variant, and no other. */
    public AuthServer lie(Lie lie) {
        return lie(lie, 0);
    }

    /** Tells this variant of a lie from now on, and no other lie. */
    public AuthServer lie(Lie lie, int variant) {
        desk.lying().tell(lie, variant);
        return this;
    }

    /** Sets the place to which lies point: a canary, an endpoint of another server, the file that a shell would make. */
    public AuthServer elsewhere(String place) {
        desk.lying().point(place);
        return this;
    }

    /** Tells the truth from now on. */
    public AuthServer honest() {
        desk.lying().stop();
        return this;
    }

    // What it does without being asked.

    /** Returns an access token as somebody would have got it for this resource. */
    public String mint(String resource, String... scopes) {
        var grant = new Ledger.Grant("alice", "minted", resource, Set.of(scopes), null);
        return desk.ledger()
                .access(
                        grant,
                        desk.now().plus(desk.manners().accessLifetime),
                        desk.ledger().name("family"),
                        true)
                .value();
    }

    /** Returns a token that says who somebody is, for a client of this server. */
    public String idToken(String subject, String clientId) {
        return desk.idToken(subject, clientId);
    }

    /** Ends the life of every access token now; refresh tokens live on. */
    public void expireAll() {
        desk.ledger().expireAll();
    }

    /** Revokes every token. */
    public void revokeAll() {
        desk.ledger().revokeAll();
    }

    // What it has seen.

    /** Lists the rules that clients have broken, one text each, in order. */
    public List<String> lint() {
        return desk.lint().all();
    }

    /** Lists the requests so far, oldest first. */
    public List<AuthEvent> events() {
        return desk.events();
    }

    /** Returns how many requests of a kind there have been. */
    public long count(AuthEvent.Kind kind) {
        return desk.events().stream().filter(event -> event.kind() == kind).count();
    }

    /** Returns how many token requests there have been with this grant. */
    public long tokenRequests(String grant) {
        return desk.events().stream()
                .filter(event ->
                        event.kind() == AuthEvent.Kind.TOKEN && event.detail().equals(grant))
                .count();
    }

    /** Returns how many times a refresh token has been used that had been replaced. */
    public int refreshReuses() {
        return desk.ledger().reuses();
    }

    /** Lists the secret values that it has given out and that should be found in no log. */
    public List<String> tokens() {
        return desk.ledger().tokens();
    }

    /** Returns the key with which it signs. */
    public JwtKey key() {
        return desk.key();
    }

    /** Returns the rules of what goes wrong below OAuth. */
    public Faults faults() {
        return desk.http().faults();
    }

    /** Returns the HTTP server underneath. */
    public HttpServer http() {
        return desk.http();
    }

    /** Ends everything. */
    @Override
    public void close() {
        desk.http().close();
    }

    AuthDesk desk() {
        return desk;
    }
}
