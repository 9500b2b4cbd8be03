package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.fairlead.auth.Grant;
import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.RegisteredClient;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

@Real
final class OidcProviderMachineTest {
    private static ECKey key;
    private static OidcProvider server;

    @RegisterExtension
    final Reach reach = new Reach();

    @BeforeAll
    static void start() throws JOSEException {
        key = new ECKeyGenerator(Curve.P_256).keyID("key-1").generate();
        var withKey = machine("with-key", "private_key_jwt").put("token_endpoint_auth_signing_alg", "ES256");
        withKey.putObject("jwks")
                .putArray("keys")
                .add(Json.parse(key.toPublicJWK().toJSONString()));
        server = OidcProvider.with()
                .client(machine("with-secret", "client_secret_basic").put("client_secret", "a secret: +/%&=?"))
                .client(withKey)
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aMachineIsLetInByItsSecret() {
        var client = reach.connect(server.mcp(), machine(secret("a secret: +/%&=?")));

        assertThat(client.callTool("whoami", null).text()).isEqualTo("with-secret");
    }

    @Test
    void aMachineIsLetInByItsKey() throws JOSEException {
        var pem = "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                .formatted(Base64.getMimeEncoder()
                        .encodeToString(key.toECPrivateKey().getEncoded()));
        var oauth = machine(
                RegisteredClient.of("with-key").withKey(pem, "ES256", "key-1").at(server.issuer()));

        assertThat(reach.connect(server.mcp(), oauth).callTool("whoami", null).text())
                .isEqualTo("with-key");
    }

    @Test
    void aMachineGetsMoreWithoutAnybodyWhenMoreIsNeeded() {
        var client = reach.connect(server.mcp(), machine(secret("a secret: +/%&=?")));

        assertThat(client.callTool("note", Map.of("words", "hi")).text()).isEqualTo("noted: hi");
    }

    @Test
    void aMachineWithAWrongSecretIsToldSo() {
        assertThatThrownBy(() -> reach.connect(server.mcp(), machine(secret("guess"))))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("invalid_client")
                .message()
                .doesNotContain("guess");
    }

    private static RegisteredClient secret(String text) {
        return RegisteredClient.of("with-secret").withSecret(text).at(server.issuer());
    }

    private static OAuth machine(RegisteredClient client) {
        return OAuth.builder()
                .grant(new Grant.OwnRight())
                .client(client)
                .forServers(server.mcp())
                .build();
    }

    private static ObjectNode machine(String id, String method) {
        var client = Json.object().put("client_id", id).put("token_endpoint_auth_method", method);
        client.putArray("grant_types").add("client_credentials");
        client.putArray("redirect_uris");
        client.putArray("response_types");
        return client;
    }
}
