package dev.fairlead.auth;

import dev.fairlead.auth.token.Client;
import dev.fairlead.auth.token.SigningKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A client that an authorization server was told of beforehand, by a person. */
public final class RegisteredClient {
    private final String id;
    private final @Nullable String secret;
    private final @Nullable SigningKey key;
    private final @Nullable String issuer;

    private RegisteredClient(String id, @Nullable String secret, @Nullable SigningKey key, @Nullable String issuer) {
        this.id = id;
        this.secret = secret;
        this.key = key;
        this.issuer = issuer;
    }

    /** Returns a client without a secret, as programs on people's own machines are. */
    public static RegisteredClient of(String id) {
        return new RegisteredClient(id, null, null, null);
    }

    /** Returns this client with the secret that proves who it is. */
    public RegisteredClient withSecret(String text) {
        return new RegisteredClient(id, text, null, issuer);
    }

    /**
     * Returns this client with the private key that proves who it is.
     *
     * @param pem the key in PEM (PKCS#8)
     * @param algorithm {@code ES256} or {@code RS256}, for instance
     * @param keyId the key's name at the authorization server; null if it has none
     * @throws IllegalArgumentException if it is no such key; never shows it
     */
    public RegisteredClient withKey(String pem, String algorithm, @Nullable String keyId) {
        return new RegisteredClient(id, null, SigningKey.of(pem, algorithm, keyId), issuer);
    }

    /** Returns this client for one authorization server alone, by its name; it is shown to no other. */
    public RegisteredClient at(String authorizationServer) {
        return new RegisteredClient(id, secret, key, authorizationServer);
    }

    String id() {
        return id;
    }

    /** Tells whether it proves who it is by something that would be worth stealing, and to whom is not said. */
    boolean exposed() {
        return issuer == null && (secret != null || key != null);
    }

    Optional<String> secret() {
        return Optional.ofNullable(secret);
    }

    @Nullable
    String issuer() {
        return issuer;
    }

    /** Returns this client as one authorization server knows it, by the way of proof that it prefers. */
    Client knownBy(@Nullable List<String> methods) {
        if (key != null) {
            return new Client(id, null, key, Client.KEY);
        }
        if (secret == null) {
            return new Client(id, null, null, Client.NONE);
        }
        // Where nothing is said, it is this one by RFC 8414.
        boolean post = methods != null && !methods.contains(Client.BASIC) && methods.contains(Client.POST);
        return new Client(id, secret, null, post ? Client.POST : Client.BASIC);
    }

    /** Names the client; how it proves that is secret. */
    @Override
    public String toString() {
        return "RegisteredClient[" + id + "]";
    }
}
