package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.JwtKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How we prove to authorization servers who we are. */
final class ClientProofTest {

    @ParameterizedTest
    @CsvSource({
        "none, none",
        "client_secret_basic, client_secret_basic",
        "client_secret_post, client_secret_post",
        "client_secret_post client_secret_basic, client_secret_basic",
        "client_secret_post none, none"
    })
    @Verifies("F-23")
    void weRegisterWithAWayOfProofThatIsOffered(String offered, String taken) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().clientAuthentication(offered.split(" "));
            assertRenewable(stage, stage.settings().build());
            assertThat(RegistrationTest.registration(stage.grantor())
                            .path("token_endpoint_auth_method")
                            .stringValue())
                    .isEqualTo(taken);
            assertProof(stage.grantor(), taken);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "client_secret_basic client_secret_post, client_secret_basic",
        "client_secret_post client_secret_basic, client_secret_basic",
        "client_secret_post, client_secret_post",
        "client_secret_post private_key_jwt, client_secret_post",
        "'', client_secret_basic"
    })
    @Verifies("F-23")
    void aSecretIsShownInAWayThatIsOffered(String offered, String taken) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().confidentialClient("app", "s:e%c r+t/ü", taken, Stage.REDIRECT);
            if (offered.isEmpty()) {
                stage.grantor().metadata(document -> document.remove("token_endpoint_auth_methods_supported"));
            } else {
                stage.grantor().clientAuthentication(offered.split(" "));
            }
            assertRenewable(
                    stage,
                    stage.settings()
                            .client(RegisteredClient.of("app").withSecret("s:e%c r+t/ü"))
                            .build());
            assertProof(stage.grantor(), taken);
        }
    }

    @Test
    @Verifies({"F-18", "F-23"})
    void aKeyProvesWhoLogsIn() {
        try (var stage = Stage.of(Era.MODERN)) {
            var key = JwtKey.generate();
            stage.grantor().signingClient("app", key.publicJwk(), Stage.REDIRECT);
            assertRenewable(
                    stage,
                    stage.settings()
                            .client(RegisteredClient.of("app")
                                    .withKey(Machine.pem(key.pair().getPrivate()), "ES256", null))
                            .build());
            assertProof(stage.grantor(), "private_key_jwt");
        }
    }

    @Test
    @Verifies("F-23")
    void whoeverIsGivenASecretUnaskedUsesIt() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().secrets(true);
            assertRenewable(stage, stage.settings().build());
            assertProof(stage.grantor(), "client_secret_basic");
        }
    }

    private static void assertRenewable(Stage stage, OAuth oauth) {
        try (var client = stage.connect(oauth)) {
            stage.mcp().expireAll();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            assertThat(stage.grantor().tokenRequests("refresh_token")).isEqualTo(1);
            assertThat(stage.logins).hasValue(1);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    private static void assertProof(AuthServer grantor, String way) {
        var requests = grantor.events().stream()
                .filter(event -> event.kind() == Kind.TOKEN)
                .toList();
        assertThat(requests).hasSize(2).allSatisfy(event -> {
            var form = URLUtils.parseParameters(event.request().body());
            assertThat(event.request().has("Authorization")).isEqualTo(way.equals("client_secret_basic"));
            assertThat(form.containsKey("client_secret")).isEqualTo(way.equals("client_secret_post"));
            assertThat(form.containsKey("client_assertion")).isEqualTo(way.equals("private_key_jwt"));
            assertThat(event.request().query()).isEmpty();
        });
    }
}
