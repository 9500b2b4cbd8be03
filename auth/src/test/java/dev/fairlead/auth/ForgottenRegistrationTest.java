package dev.fairlead.auth;

import static dev.fairlead.auth.RegistrationTest.answering;
import static dev.fairlead.auth.RegistrationTest.demanded;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.token.Client;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.testkit.http.RecordedRequest;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Authorization servers that know us no more, or say so. */
final class ForgottenRegistrationTest {

    @ParameterizedTest
    @CsvSource({"invalid_client, 2", "unauthorized_client, 2", "invalid_grant, 1"})
    void whoIsForgottenRegistersAnewAndNobodyElse(String error, int registrations) {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                var before = oauth.account(stage.mcp().url()).orElseThrow().clientId();
                stage.grantor()
                        .faults()
                        .once(
                                ForgottenRegistrationTest::renewing,
                                answering(401, "{\"error\":\"%s\"}".formatted(error)));
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                var after = oauth.account(stage.mcp().url()).orElseThrow().clientId();
                assertThat(after.equals(before)).isEqualTo(registrations == 1);
            }
            assertThat(stage.logins).hasValue(2);
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(registrations);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    void aClientThatAnotherProcessRegisteredMeanwhileIsNotForgotten() {
        try (var stage = Stage.of(Era.MODERN)) {
            var issuer = stage.grantor().issuer();
            stage.grantor().client("anew", Stage.REDIRECT);
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                stage.grantor().faults().once(ForgottenRegistrationTest::renewing, (exchange, usual) -> {
                    var anew = new Client("anew", null, null, Client.NONE);
                    new Vault(stage.store, "", Instant::now).keep(issuer, Stage.REDIRECT, anew, null);
                    answering(401, "{\"error\":\"invalid_client\"}").strike(exchange, usual);
                });
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.account(stage.mcp().url()).orElseThrow().clientId())
                        .isEqualTo("anew");
            }
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(1);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"invalid_client, 2", "unauthorized_client, 2", "invalid_grant, 1"})
    void whoIsForgottenWhileSomebodyLogsInRegistersAnewForTheNextLogin(String error, int registrations) {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            stage.grantor()
                    .faults()
                    .once(ForgottenRegistrationTest::exchanging, answering(401, "{\"error\":\"%s\"}".formatted(error)));
            assertThatThrownBy(() -> stage.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining(error);
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(registrations);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    void whoMayLetNobodyLogInRegistersAnewForTheNextLogin() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            stage.grantor().denies("unauthorized_client", "who is that?");
            assertThatThrownBy(() -> stage.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("unauthorized_client");
            assertThat(demanded(stage, oauth)).isNotNull();
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(2);
        }
    }

    @Test
    void whatSomebodyElseSaysOfAClientIsNotBelieved() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            var required = demanded(stage, oauth);
            var forged = Stage.REDIRECT + "?error=unauthorized_client&iss=https%3A%2F%2Fother.example&state="
                    + required.pending().state();
            assertThatThrownBy(() -> oauth.finish(required.pending(), forged)).isInstanceOf(LoginFailedException.class);
            assertThat(demanded(stage, oauth).pending().clientId())
                    .isEqualTo(required.pending().clientId());
        }
    }

    @Test
    void whoIsForgottenIsForgottenForEveryServerOfTheSameGrantor() throws Exception {
        try (var stage = Stage.of(Era.MODERN);
                var second = ProtectedMcp.serving(FakeServer.named("second").build(), stage.grantor())) {
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth = stage.settings()
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            stage.connect(oauth).close();
            var required = demanded(second, oauth);
            var before = required.pending().clientId();
            oauth.finish(required.pending(), Stage.comeBack(required));
            stage.grantor()
                    .faults()
                    .once(ForgottenRegistrationTest::renewing, answering(401, "{\"error\":\"invalid_client\"}"));
            stage.grantor().expireAll();
            later.set(Duration.ofMinutes(5)); // What was issued just now would not be renewed.
            stage.connect(oauth).close();
            long asked = stage.grantor().tokenRequests("refresh_token");

            assertThat(demanded(second, oauth).pending().clientId())
                    .isNotEqualTo(before)
                    .isEqualTo(oauth.account(stage.mcp().url()).orElseThrow().clientId());
            assertThat(stage.grantor().tokenRequests("refresh_token")).isEqualTo(asked);
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(2);
        }
    }

    @Test
    void whatOnePersonsBrowserSaysOfAClientLeavesItToEverybodyElse() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var alice = stage.settings().owner("alice").build();
            try (var client = stage.connect(alice)) {
                var carol = stage.settings().owner("carol").build();
                var underWay = demanded(stage, carol);
                var bob = stage.settings().owner("bob").build();
                var refused = demanded(stage, bob).pending();
                var written = refusal(refused);
                assertThatThrownBy(() -> bob.finish(refused, written))
                        .isInstanceOf(LoginFailedException.class)
                        .hasMessageContaining("unauthorized_client");

                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(stage.logins).as("her token was renewed").hasValue(1);
                assertThat(alice.logout(stage.mcp().url())).as("it was revoked").isTrue();
                assertThat(carol.isOpen(underWay.pending())).isTrue();
                carol.finish(underWay.pending(), Stage.comeBack(underWay));
                assertThat(demanded(stage, bob).pending().clientId())
                        .as("the next login is another's")
                        .isNotEqualTo(refused.clientId());
            }
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    void aRefusalThatSomebodyBroughtBackIsHeardOnce() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            var refused = demanded(stage, oauth).pending();
            assertThatThrownBy(() -> oauth.finish(refused, refusal(refused))).isInstanceOf(LoginFailedException.class);
            var next = demanded(stage, oauth).pending().clientId();
            assertThatThrownBy(() -> oauth.finish(refused, refusal(refused)))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("finished already");
            assertThat(oauth.isOpen(refused)).isFalse();
            assertThat(demanded(stage, oauth).pending().clientId()).isEqualTo(next);
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(2);
        }
    }

    @Test
    void aClientThatMayNotRenewForOnePersonRenewsForOthers() {
        try (var stage = Stage.of(Era.MODERN)) {
            var alice = stage.settings().owner("alice").build();
            var bob = stage.settings().owner("bob").build();
            try (var hers = stage.connect(alice);
                    var his = stage.connect(bob)) {
                stage.grantor()
                        .faults()
                        .once(
                                ForgottenRegistrationTest::renewing,
                                answering(400, "{\"error\":\"unauthorized_client\"}"));
                stage.mcp().expireAll();
                assertThat(Stage.echo(his)).isEqualTo("nothing");
                assertThat(stage.logins).as("he had to log in again").hasValue(3);
                assertThat(Stage.echo(hers)).isEqualTo("nothing");
                assertThat(stage.logins).as("she had not").hasValue(3);
            }
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    private static String refusal(PendingAuthorization pending) {
        return "%s?error=unauthorized_client&iss=%s&state=%s"
                .formatted(pending.redirectUri(), URLEncoder.encode(pending.issuer(), UTF_8), pending.state());
    }

    private static boolean exchanging(RecordedRequest request) {
        return request.path().equals("/token") && request.body().contains("grant_type=authorization_code");
    }

    private static boolean renewing(RecordedRequest request) {
        return request.path().equals("/token") && request.body().contains("grant_type=refresh_token");
    }
}
