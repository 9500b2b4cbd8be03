package dev.fairlead.auth;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.JwtKey;
import dev.fairlead.testkit.http.RecordedRequest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** A protected server, and a program that gets in without anybody, in one of the ways there are. */
final class Machine implements AutoCloseable {
    static final String ID = "app";
    static final String SECRET = "s:e%c r+t";
    static final String KEY_ID = "key-7";
    private static final String WORD = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    private static final KeyPair RSA = rsa();

    /** What the program has to show. */
    enum Way {
        SECRET_IN_HEADER("client_credentials"),
        SECRET_IN_BODY("client_credentials"),
        EC_KEY("client_credentials"),
        RSA_KEY("client_credentials"),
        WORKLOAD(WORD),
        ENTERPRISE(WORD);

        final String grant;

        Way(String grant) {
            this.grant = grant;
        }
    }

    final Stage stage;
    final AuthServer provider = AuthServer.start();
    final JwtKey key = JwtKey.generate();
    final AtomicInteger calledForHelp = new AtomicInteger();
    private final Way way;

    Machine(Way way, Era era) {
        this.way = way;
        this.stage = Stage.of(era);
        introduce();
    }

    private void introduce() {
        var grantor = stage.grantor();
        switch (way) {
            case SECRET_IN_HEADER -> grantor.confidentialClient(ID, SECRET, "client_secret_basic");
            case SECRET_IN_BODY ->
                grantor.confidentialClient(ID, SECRET, "client_secret_post").clientAuthentication("client_secret_post");
            case EC_KEY -> grantor.signingClient(ID, key.publicJwk());
            case RSA_KEY -> grantor.signingClient(ID, jwk((RSAPublicKey) RSA.getPublic()));
            case WORKLOAD -> grantor.trusts("https://platform.example", key.publicJwk());
            case ENTERPRISE -> {
                grantor.confidentialClient(ID, SECRET, "client_secret_basic").trusts(provider);
                provider.confidentialClient("desk", "hush", "client_secret_basic")
                        .callsElsewhere("desk", ID);
            }
        }
    }

    /** Starts the settings of the program. */
    OAuth.Builder settings() {
        var settings = stage.settings();
        return switch (way) {
            case SECRET_IN_HEADER, SECRET_IN_BODY ->
                settings.grant(new Grant.OwnRight()).client(known().withSecret(SECRET));
            case EC_KEY ->
                settings.grant(new Grant.OwnRight())
                        .client(known().withKey(pem(key.pair().getPrivate()), "ES256", KEY_ID));
            case RSA_KEY ->
                settings.grant(new Grant.OwnRight()).client(known().withKey(pem(RSA.getPrivate()), "RS256", KEY_ID));
            case WORKLOAD -> settings.grant(new Grant.Workload(audience -> platformsWord()));
            case ENTERPRISE ->
                settings.client(known().withSecret(SECRET))
                        .grant(new Grant.Enterprise(
                                provider.tokenEndpoint(),
                                RegisteredClient.of("desk").withSecret("hush"),
                                () -> provider.idToken("bob", "desk")));
        };
    }

    private RegisteredClient known() {
        return RegisteredClient.of(ID).at(stage.grantor().issuer());
    }

    private String platformsWord() {
        return key.assertion(
                "https://platform.example", "workload-7", stage.grantor().tokenEndpoint());
    }

    /** Connects, with somebody who must never be called. */
    McpClient connect(OAuth oauth) {
        return stage.connect(oauth, Stage.profile().login(required -> {
            calledForHelp.incrementAndGet();
            throw new AssertionError("there is nobody to log in");
        }));
    }

    /** Returns how often the authorization server was asked for a token with what entitles to it. */
    long requests() {
        return stage.grantor().tokenRequests(way.grant);
    }

    /** Lists every request to the place where tokens are handed out, the unanswered ones too. */
    List<RecordedRequest> tokenRequests() {
        return stage.grantor().http().requests().stream()
                .filter(request -> request.path().equals("/token"))
                .toList();
    }

    static String pem(PrivateKey key) {
        var lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                .formatted(lines.encodeToString(key.getEncoded()));
    }

    private static ObjectNode jwk(RSAPublicKey key) {
        return Json.object()
                .put("kty", "RSA")
                .put("n", number(key.getModulus()))
                .put("e", number(key.getPublicExponent()));
    }

    private static String number(BigInteger number) {
        var bytes = number.toByteArray();
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    private static KeyPair rsa() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    @Override
    public void close() {
        provider.close();
        stage.close();
    }
}
