package dev.fairlead.auth.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Who we are at one authorization server.
 *
 * @param method how that is proved, in the words of OAuth
 */
public record Client(
        String id, @Nullable String secret, @Nullable SigningKey key, String method) {
    public static final String NONE = "none";
    public static final String BASIC = "client_secret_basic";
    public static final String POST = "client_secret_post";
    public static final String KEY = "private_key_jwt";

    ClientID clientId() {
        return new ClientID(id);
    }

    /** Returns the proof; null where there is nothing to prove. */
    @Nullable
    ClientAuthentication authentication(String issuer) {
        if (key != null && method.equals(KEY)) {
            try {
                return new PrivateKeyJWT(clientId(), URI.create(issuer), key.algorithm(), key.key(), key.keyId(), null);
            } catch (JOSEException unusable) {
                throw new IllegalStateException("the key of client %s cannot sign".formatted(id), unusable);
            }
        }
        if (secret == null || method.equals(NONE)) {
            return null;
        }
        return method.equals(POST)
                ? new ClientSecretPost(clientId(), new Secret(secret))
                : new ClientSecretBasic(clientId(), new Secret(secret));
    }

    /** Names the client; how it proves that is secret. */
    @Override
    public String toString() {
        return "Client[" + id + ", " + method + "]";
    }
}
