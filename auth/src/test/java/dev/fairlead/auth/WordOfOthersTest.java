package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.fairlead.auth.Machine.Way;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.JwtKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that get in by somebody else's word: a platform's, or an identity provider's. */
final class WordOfOthersTest {

    @Test
    @Verifies("F-49")
    void whoeverTakesNoWordOfAnIdentityProviderIsNotGivenAny() {
        try (var machine = new Machine(Way.ENTERPRISE, Era.MODERN)) {
            machine.stage.grantor().metadata(document -> document.putArray("authorization_grant_profiles_supported"));
            assertThatThrownBy(() -> machine.connect(machine.settings().build()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(machine.stage.grantor().issuer(), "identity provider");
            assertThat(machine.tokenRequests()).isEmpty();
            assertThat(machine.provider.http().requests()).isEmpty();
        }
    }

    @Test
    @Verifies("F-49")
    void anIdentityProviderThatRefusesIsNamedAndAskedOnce() {
        try (var machine = new Machine(Way.ENTERPRISE, Era.MODERN)) {
            machine.provider.faults().on(MachineGrantsTest.ASKING_FOR_A_TOKEN, MachineGrantsTest.REFUSING);
            assertThatThrownBy(() -> machine.connect(machine.settings().build()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(machine.provider.tokenEndpoint(), "invalid_grant", "not today");
            assertThat(machine.provider.http().requests()).hasSize(1);
            assertThat(machine.tokenRequests()).isEmpty();
        }
    }

    @Test
    @Verifies("F-49")
    void theIdentityProviderHearsForWhomItsWordIs() {
        try (var machine = new Machine(Way.ENTERPRISE, Era.MODERN)) {
            machine.stage.mcp().challengeScope("mcp:read");
            try (var client = machine.connect(machine.settings().build())) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            var form = URLUtils.parseParameters(
                    machine.provider.http().requests().getFirst().body());
            assertThat(form)
                    .containsEntry("grant_type", List.of("urn:ietf:params:oauth:grant-type:token-exchange"))
                    .containsEntry("requested_token_type", List.of("urn:ietf:params:oauth:token-type:id-jag"))
                    .containsEntry("subject_token_type", List.of("urn:ietf:params:oauth:token-type:id_token"))
                    .containsEntry("audience", List.of(machine.stage.grantor().issuer()))
                    .containsEntry("resource", List.of(machine.stage.mcp().resource()))
                    .containsEntry("scope", List.of("mcp:read"));
        }
    }

    @ParameterizedTest
    @CsvSource({"not a token", "a.b.c", "''"})
    @Verifies("F-51")
    void aWordThatIsNoneIsNotSentAndNotShown(String word) {
        try (var machine = new Machine(Way.WORKLOAD, Era.MODERN)) {
            var oauth = machine.stage
                    .settings()
                    .grant(new Grant.Workload(audience -> word))
                    .build();
            assertThatThrownBy(() -> machine.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("not a signed JWT");
            assertThat(machine.tokenRequests()).isEmpty();
        }
    }

    @Test
    @Verifies("F-51")
    void aPlatformWithoutAWordFailsTheCallAndSaysSo() {
        try (var machine = new Machine(Way.WORKLOAD, Era.MODERN)) {
            var oauth = machine.stage
                    .settings()
                    .grant(new Grant.Workload(audience -> {
                        throw new IllegalStateException("no such file: token");
                    }))
                    .build();
            assertThatThrownBy(() -> machine.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("no such file: token");
            assertThat(machine.tokenRequests()).isEmpty();
        }
    }

    @Test
    @Verifies("F-51")
    void aPlatformThatIsNotTrustedIsRefusedOnce() {
        try (var machine = new Machine(Way.WORKLOAD, Era.MODERN)) {
            var grantor = machine.stage.grantor();
            var stranger = JwtKey.generate();
            var oauth = machine.stage
                    .settings()
                    .grant(new Grant.Workload(audience ->
                            stranger.assertion("https://platform.example", "workload-7", grantor.tokenEndpoint())))
                    .build();
            assertThatThrownBy(() -> machine.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(grantor.issuer(), "invalid_grant", "nobody here trusts");
            assertThat(machine.tokenRequests()).hasSize(1);
            assertThat(grantor.count(Kind.REGISTER)).isZero();
        }
    }
}
