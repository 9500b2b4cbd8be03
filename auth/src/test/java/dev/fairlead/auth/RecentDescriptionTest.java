package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of authorization servers that were read not long ago. */
final class RecentDescriptionTest {
    private static final Duration TOKEN = Duration.ofMinutes(4);

    private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRenewalSoonAfterwardsReadsNothingAgain(boolean machine) {
        try (var stage = staged()) {
            var oauth = oauth(stage, machine);
            try (var client = stage.connect(oauth)) {
                Stage.echo(client);
                long read = stage.grantor().count(Kind.METADATA);
                later.set(TOKEN);
                Stage.echo(client);
                later.set(TOKEN.multipliedBy(2));
                Stage.echo(client);
                assertThat(stage.grantor().count(Kind.METADATA)).isEqualTo(read);
                later.set(TOKEN.multipliedBy(3)); // More than ten minutes.
                Stage.echo(client);
                assertThat(stage.grantor().count(Kind.METADATA)).isEqualTo(read + 1);
            }
            assertThat(stage.grantor().tokenRequests(machine ? "client_credentials" : "refresh_token"))
                    .isEqualTo(machine ? 4 : 3);
            assertThat(stage.logins).hasValue(machine ? 0 : 1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "no-store; 1",
                "max-age=60; 1",
                "public, max-age=0; 1",
                "no-cache, max-age=9000; 1",
                "max-age=9000; 0",
                "private; 0",
                "max-age=x; 0"
            })
    void whatTheDescriptionSaysOfItsLifeCounts(String control, int readAgain) {
        try (var stage = staged()) {
            stage.grantor().faults().clear();
            stage.grantor().faults().on(RecentDescriptionTest::isDescription, Fault.header("Cache-Control", control));
            try (var client = stage.connect(oauth(stage, true))) {
                Stage.echo(client);
                long read = stage.grantor().count(Kind.METADATA);
                later.set(TOKEN);
                Stage.echo(client);
                assertThat(stage.grantor().count(Kind.METADATA)).isEqualTo(read + readAgain);
            }
        }
    }

    @Test
    void onlyTheLastOneIsRemembered() {
        try (var stage = staged()) {
            var oauth = oauth(stage, false);
            stage.connect(oauth).close();
            long read = stage.grantor().count(Kind.METADATA);
            stage.mcp().movesTo(stage.scene.other());
            demanded(stage, oauth);
            later.set(TOKEN.minusSeconds(1)); // Renewed where it comes from before the server is asked.
            demanded(stage, oauth);
            assertThat(stage.grantor().count(Kind.METADATA)).isEqualTo(read + 1);
            assertThat(stage.grantor().tokenRequests("refresh_token")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverHasMovedItsEndpointIsAskedWhere(boolean machine) {
        try (var stage = staged()) {
            var there = stage.grantor().tokenEndpoint();
            stage.grantor().metadata(json -> json.put("token_endpoint", there + "?old"));
            try (var client = stage.connect(oauth(stage, machine))) {
                Stage.echo(client);
                stage.grantor().metadata(json -> json.put("token_endpoint", there));
                stage.grantor().faults().on(request -> request.target().endsWith("?old"), Fault.answer(404));
                later.set(TOKEN);
                stage.mcp().front().http().forgetRequests();
                Stage.echo(client);
                // Renewed before the server had to ask for it.
                assertThat(stage.mcp().metadataRequests()).hasSize(1);
            }
            assertThat(stage.logins).hasValue(machine ? 0 : 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid_client", "unauthorized_client"})
    void whoeverIsNotKnownWhereTheEndpointWasIsStillKnownWhereItIsNow(String error) {
        try (var stage = staged()) {
            var there = stage.grantor().tokenEndpoint();
            stage.grantor().metadata(json -> json.put("token_endpoint", there + "?old"));
            try (var client = stage.connect(oauth(stage, false))) {
                Stage.echo(client);
                stage.grantor().metadata(json -> json.put("token_endpoint", there));
                refuseWhereItWas(stage, error);
                stage.mcp().expireAll();
                later.set(TOKEN);
                Stage.echo(client);
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(1);
        }
    }

    @Test
    void aLoginIsFinishedWhereTheEndpointIsNow() throws Exception {
        try (var stage = staged()) {
            var there = stage.grantor().tokenEndpoint();
            stage.grantor().metadata(json -> json.put("token_endpoint", there + "?old"));
            var oauth = oauth(stage, false);
            var required = demanded(stage, oauth);
            stage.grantor().metadata(json -> json.put("token_endpoint", there));
            refuseWhereItWas(stage, "invalid_client");
            oauth.finish(required.pending(), Stage.comeBack(required));
            assertThat(oauth.account(stage.mcp().url())).isPresent();
        }
    }

    @Test
    @Verifies("F-21")
    void whoeverCallsItselfAnotherWhenAskedAgainIsNotBelieved() {
        try (var stage = staged()) {
            try (var client = stage.connect(oauth(stage, true))) {
                Stage.echo(client);
                var there = stage.grantor().tokenEndpoint();
                stage.grantor()
                        .metadata(json ->
                                json.put("issuer", "https://evil.example").put("token_endpoint", there + "?evil"));
                stage.grantor()
                        .faults()
                        .on(
                                request -> request.path().endsWith("/token")
                                        && !request.target().endsWith("?evil"),
                                Fault.answer(404));
                later.set(TOKEN);
                stage.mcp().expireAll();
                assertThatThrownBy(() -> Stage.echo(client)).hasMessageContaining("https://evil.example");
            }
            assertThat(stage.grantor().http().requests())
                    .noneMatch(request -> request.target().endsWith("?evil"));
        }
    }

    @Test
    void whoeverHasToLogInIsSentWhereTheDescriptionSaysNow() {
        try (var stage = staged()) {
            var oauth = stage.settings().build();
            demanded(stage, oauth);
            long read = stage.grantor().count(Kind.METADATA);
            var now = stage.grantor().authorizationEndpoint() + "?now";
            stage.grantor().metadata(json -> json.put("authorization_endpoint", now));
            assertThat(demanded(stage, oauth).url()).contains("now=");
            assertThat(stage.grantor().count(Kind.METADATA)).isEqualTo(read + 1);
        }
    }

    private static void refuseWhereItWas(Stage stage, String error) {
        stage.grantor()
                .faults()
                .on(
                        request -> request.target().endsWith("?old"),
                        (exchange, usual) -> exchange.answer(
                                401,
                                Map.of("Content-Type", "application/json"),
                                "{\"error\":\"%s\"}".formatted(error)));
    }

    private static boolean isDescription(RecordedRequest request) {
        return request.path().startsWith("/.well-known/");
    }

    private static AuthorizationRequiredException demanded(Stage stage, OAuth oauth) {
        try (var client = stage.connect(oauth, Stage.profile())) {
            throw new AssertionError("let in: " + client.server());
        } catch (AuthorizationRequiredException required) {
            return required;
        }
    }

    private static Stage staged() {
        var stage = Stage.of(Era.MODERN);
        stage.grantor()
                .confidentialClient("app", "open-sesame", "client_secret_basic")
                .accessLifetime(TOKEN)
                .faults()
                .on(RecentDescriptionTest::isDescription, Fault.header("Cache-Control", "public"));
        return stage;
    }

    private OAuth oauth(Stage stage, boolean machine) {
        var settings = stage.settings().clock(() -> Instant.now().plus(later.get()));
        return machine
                ? settings.grant(new Grant.OwnRight())
                        .client(RegisteredClient.of("app").withSecret("open-sesame"))
                        .build()
                : settings.build();
    }
}
