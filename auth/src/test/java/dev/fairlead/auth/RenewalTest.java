package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.Lie;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tokens that end, and what nobody notices of it. */
final class RenewalTest {
    private static final String RENEWAL = "refresh_token";

    @EachEra
    @Verifies({"F-44", "F-45", "F-47"})
    void aTokenThatEndsIsRenewedBehindTheCall(Era era) {
        try (var stage = Stage.of(era);
                var client = stage.connect(stage.settings().build())) {
            for (int i = 1; i <= 3; i++) {
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(stage.grantor().tokenRequests(RENEWAL)).isEqualTo(i);
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(stage.grantor().lint()).isEmpty();
            assertThat(stage.grantor().refreshReuses()).isZero();
        }
    }

    @EachEra
    @Verifies("F-45")
    void aHundredCallsThatMeetAnEndedTokenCauseOneRenewal(Era era) throws Exception {
        try (var stage = Stage.of(era);
                var client = stage.connect(stage.settings().build())) {
            client.listTools();
            for (int round = 1; round <= 5; round++) {
                stage.mcp().expireAll();
                assertThat(together(100, () -> Stage.echo(client))).containsOnly("nothing");
                assertThat(stage.grantor().tokenRequests(RENEWAL)).isEqualTo(round);
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(stage.grantor().refreshReuses()).isZero();
        }
    }

    @Test
    void whoeverWritesItDownHearsOfEveryRenewalAndOfEveryRefusal() {
        var heard = new CopyOnWriteArrayList<String>();
        try (var stage = Stage.of(Era.MODERN);
                var client = stage.connect(stage.settings()
                        .renewals((server, what) -> heard.add(server + " " + what))
                        .build())) {
            assertThat(heard).as("a login is no renewal").isEmpty();
            stage.mcp().expireAll();
            Stage.echo(client);
            assertThat(heard)
                    .containsExactly(
                            stage.mcp().url() + " renewed by " + stage.grantor().issuer());
            stage.grantor().revokeAll();
            stage.mcp().expireAll();
            Stage.echo(client);
            assertThat(heard).hasSize(2).last().asString().contains(" not renewed, ");
        }
    }

    @Test
    void whoeverWritesItDownHearsThatTheGrantorCouldNotBeAsked() {
        var heard = new CopyOnWriteArrayList<String>();
        try (var stage = Stage.of(Era.MODERN);
                var client = stage.connect(stage.settings()
                        .renewals((server, what) -> heard.add(server + " " + what))
                        .build())) {
            stage.grantor().lie(Lie.REFRESH_500);
            stage.mcp().expireAll();
            assertThatThrownBy(() -> Stage.echo(client)).isInstanceOf(UnavailableException.class);
            assertThat(heard)
                    .containsExactly(stage.mcp().url() + " no token, the authorization server could not be asked");
        }
    }

    @Test
    void aTokenIsRenewedBeforeItEnds() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().accessLifetime(Duration.ofHours(1));
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth = stage.settings()
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            try (var client = stage.connect(oauth)) {
                later.set(Duration.ofMinutes(30));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(stage.grantor().tokenRequests(RENEWAL)).isZero();
                later.set(Duration.ofHours(1).minusSeconds(10));
                int strangers = stage.mcp().withBadToken();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(stage.grantor().tokenRequests(RENEWAL)).isEqualTo(1);
                assertThat(stage.mcp().withBadToken()).isEqualTo(strangers);
            }
        }
    }

    @Test
    void aClockThatIsWrongDoesNoHarm() {
        try (var stage = Stage.of(Era.MODERN)) {
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth = stage.settings()
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            try (var client = stage.connect(oauth)) {
                later.set(Duration.ofHours(-5));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                later.set(Duration.ofHours(5));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(1);
        }
    }

    @Test
    void whileTheGrantorIsOutOfOrderNobodyHasToLogInAgain() {
        try (var stage = Stage.of(Era.MODERN);
                var client = stage.connect(stage.settings().build())) {
            stage.grantor().lie(Lie.REFRESH_500);
            stage.mcp().expireAll();
            assertThatThrownBy(() -> Stage.echo(client))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContainingAll("HTTP 500", stage.grantor().issuer());
            stage.grantor().honest();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            assertThat(stage.logins).hasValue(1);
        }
    }

    @Test
    void aRenewalWhoseAnswerGetsLostEndsInALoginAtWorst() {
        try (var stage = Stage.of(Era.MODERN);
                var client = stage.connect(stage.settings().build())) {
            stage.grantor().lie(Lie.REFRESH_DROP);
            stage.mcp().expireAll();
            assertThatThrownBy(() -> Stage.echo(client)).isInstanceOf(UnavailableException.class);
            assertThat(stage.logins).hasValue(1);
            stage.grantor().honest();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            assertThat(stage.logins).hasValue(2);
        }
    }

    @Test
    @Verifies("F-44")
    void whatIsNotRenewedAnyMoreEndsInALogin() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                stage.grantor().revokeAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(stage.logins).hasValue(2);
            }
            stage.grantor().revokeAll();
            assertThatThrownBy(() -> {
                        try (var client = stage.connect(oauth, Stage.profile())) {
                            client.ping();
                        }
                    })
                    .isInstanceOf(AuthorizationRequiredException.class);
        }
    }

    @EachEra
    void aServerThatTakesNoTokenAnyMoreCostsOneRenewalAndOneLogin(Era era) {
        try (var stage = Stage.of(era);
                var client = stage.connect(stage.settings().build())) {
            stage.mcp().lie(Lie.LOOP_401);
            for (int call = 0; call < 3; call++) {
                assertThatThrownBy(() -> Stage.echo(client)).isInstanceOf(TokenRejectedException.class);
            }
            assertThat(stage.grantor().tokenRequests(RENEWAL)).isLessThanOrEqualTo(1);
            assertThat(stage.logins).hasValueLessThanOrEqualTo(2);
        }
    }

    @Test
    void aGrantorThatRenewsNothingIsAskedForALogin() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().refreshTokens(false);
            try (var client = stage.connect(stage.settings().build())) {
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(2);
        }
    }

    private static List<String> together(int callers, Callable<String> call) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<String>>();
            for (int i = 0; i < callers; i++) {
                calls.add(threads.submit(call));
            }
            var answers = new ArrayList<String>();
            for (var answer : calls) {
                answers.add(answer.get(60, TimeUnit.SECONDS));
            }
            return answers;
        }
    }
}
