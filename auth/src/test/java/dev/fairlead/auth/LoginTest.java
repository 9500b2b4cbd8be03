package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent;
import dev.fairlead.testkit.auth.Dpop;
import dev.fairlead.testkit.auth.PrmPlace;
import dev.fairlead.testkit.auth.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** People who log in, at an authorization server that watches every rule. */
final class LoginTest {

    @EachEra
    @Verifies({"F-2", "F-6", "F-7", "F-24", "F-26", "F-28", "F-29", "F-41", "F-42"})
    void somebodyLogsInOnceAndIsKnownFromThenOn(Era era) {
        try (var stage = Stage.of(era)) {
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(stage.grantor().lint()).isEmpty();
            assertThat(stage.mcp().lint()).isEmpty();
            assertThat(stage.grantor().count(AuthEvent.Kind.REGISTER)).isEqualTo(1);
            assertThat(stage.scene.canary().hits()).isZero();
        }
    }

    @Test
    @Verifies("F-2")
    void withoutAnybodyToLogInTheCallFailsAndSaysWhere() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
            assertThat(required.url()).startsWith(stage.grantor().authorizationEndpoint());
            assertThat(required.pending().issuer()).isEqualTo(stage.grantor().issuer());
            assertThat(required)
                    .hasMessageContainingAll(
                            "server/discover", "log in", stage.grantor().issuer())
                    .hasMessageNotContainingAny(
                            required.pending().state(), required.pending().verifier());
            assertThat(required.maybeExecuted()).isFalse();
        }
    }

    @Test
    void anotherMachineFinishesWhatOneBegan() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var one = stage.settings().build();
            var other = stage.settings().build();
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(one, Stage.profile()));
            var kept = required.pending().toJson();

            assertThat(one.isOpen(required.pending())).isTrue();
            assertThat(other.isOpen(PendingAuthorization.from(kept))).isTrue();
            other.finish(PendingAuthorization.from(kept), Stage.comeBack(required));
            assertThat(one.isOpen(required.pending())).isFalse();

            try (var client = stage.connect(one, Stage.profile())) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    @Verifies("F-28")
    void aLoginIsFinishedOnce() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
            var callback = Stage.comeBack(required);
            oauth.finish(required.pending(), callback);
            long asked = stage.grantor().count(AuthEvent.Kind.TOKEN);

            assertThatThrownBy(() -> oauth.finish(required.pending(), callback))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("finished already");
            assertThat(stage.grantor().count(AuthEvent.Kind.TOKEN)).isEqualTo(asked);
        }
    }

    @Test
    @Verifies("F-28")
    void aLoginOfAnotherOwnerOrOfLongAgoIsNotFinished() {
        try (var stage = Stage.of(Era.MODERN)) {
            var later = new AtomicReference<>(Duration.ZERO);
            var alice = stage.settings()
                    .owner("alice")
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            var bob = stage.settings().owner("bob").build();
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(alice, Stage.profile()));
            var callback = Stage.comeBack(required);

            assertThat(alice.isOpen(required.pending())).isTrue();
            assertThat(bob.isOpen(required.pending())).isFalse();
            assertThatThrownBy(() -> bob.finish(required.pending(), callback))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("another owner");
            later.set(Duration.ofHours(1));
            assertThatThrownBy(() -> alice.finish(required.pending(), callback))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("too long ago");
            assertThat(stage.grantor().count(AuthEvent.Kind.TOKEN)).isZero();
        }
    }

    @Test
    void anOwnerHasAName() {
        for (var blank : List.of("", " ", "\t")) {
            assertThatThrownBy(() -> OAuth.builder().owner(blank))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not blank");
        }
    }

    @EachEra
    @Verifies({"F-34", "F-35", "F-37", "K-15"})
    void moreIsAskedForWhenMoreIsNeeded(Era era) {
        try (var stage = Stage.of(era)) {
            stage.grantor().scopes("mcp:read", "mcp:write", "mcp:admin");
            stage.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                client.listTools();
                assertThat(oauth.account(stage.mcp().url()).orElseThrow().scopes())
                        .containsExactly("mcp:read");
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.account(stage.mcp().url()).orElseThrow().scopes())
                        .isEqualTo(Set.of("mcp:read", "mcp:write"));
            }
            assertThat(stage.logins).hasValue(2);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    @Verifies("F-38")
    void whoDoesNotGetMoreIsToldSo() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().scopes("mcp:read", "mcp:write").grantsOnly("mcp:read");
            stage.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
            try (var client = stage.connect(stage.settings().build())) {
                assertThatThrownBy(() -> Stage.echo(client))
                        .isInstanceOf(InsufficientScopeException.class)
                        .hasMessageContainingAll("tools/call", "mcp:write", "was asked for");
                assertThatThrownBy(() -> Stage.echo(client)).isInstanceOf(InsufficientScopeException.class);
            }
            assertThat(stage.logins).hasValue(2);
        }
    }

    @Test
    @Verifies({"F-36", "F-22"})
    void renewalIsAskedForWhereItIsOffered() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().scopes("mcp:read", "offline_access");
            stage.mcp().challengeScope("mcp:read");
            var oauth = stage.settings().build();
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
            assertThat(required.pending().scopes()).containsExactly("mcp:read", "offline_access");
        }
    }

    @ParameterizedTest
    @EnumSource(PrmPlace.class)
    @Verifies({"F-7", "F-3"})
    void theServersDescriptionIsFoundWhereverItIs(PrmPlace place) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.mcp().metadataAt(place).announces(place == PrmPlace.CUSTOM);
            try (var client = stage.connect(stage.settings().build())) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(WellKnown.class)
    @Verifies("F-9")
    void theGrantorsDescriptionIsFoundWhereverItIs(WellKnown place) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().answersAt(place);
            try (var client = stage.connect(stage.settings().build())) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies({"F-21", "F-12"})
    void whoMovesToAnotherGrantorIsFollowedAndTheOldNameIsNotTold() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().rival(stage.scene.other());
            stage.scene.other().rival(stage.grantor());
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().movesTo(stage.scene.other());
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(2);
            assertThat(oauth.account(stage.mcp().url()).orElseThrow().issuer())
                    .isEqualTo(stage.scene.other().issuer());
            assertThat(stage.scene.other().lint()).isEmpty();
        }
    }

    @EachEra
    @Verifies("F-50")
    void tokensAreBoundToAKeyWhereTheServerDemandsIt(Era era) {
        try (var stage = Stage.of(era)) {
            stage.grantor().dpop(Dpop.REQUIRED).dpopNonce(true);
            stage.mcp().dpopNonce(true);
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().rotateNonce();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.grantor().rotateNonce();
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(oauth.account(stage.mcp().url()).orElseThrow().boundToKey())
                    .isTrue();
            assertThat(stage.grantor().lint()).isEmpty();
            assertThat(stage.mcp().lint()).isEmpty();
        }
    }

    @Test
    void loggingOutGivesTheAuthorizationBack() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.servers()).containsExactly(stage.mcp().url());

                assertThat(oauth.logout(stage.mcp().url())).isTrue();

                assertThat(oauth.account(stage.mcp().url())).isEmpty();
                assertThat(oauth.servers()).isEmpty();
                assertThat(stage.grantor().count(AuthEvent.Kind.REVOKE)).isEqualTo(2);
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(2);
        }
    }

    @Test
    @Verifies("F-46")
    void whatWasReadForOnePersonIsNotShownToTheNext() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                client.listTools();
                int before = stage.mcp().withGoodToken();
                boolean ignored = oauth.logout(stage.mcp().url());
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                client.listTools();
                assertThat(stage.mcp().withGoodToken()).isGreaterThan(before + 1);
            }
        }
    }
}
