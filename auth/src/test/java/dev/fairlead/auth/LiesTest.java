package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.Lie;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lie that a server or an authorization server can tell, and what becomes of it. */
@Tag("thorough")
final class LiesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration OVER = Duration.ofSeconds(30);

    /** What ends it; whoever is not listed is not deceived and gets in. */
    private static final Map<Lie, Class<? extends McpException>> ENDS = Map.ofEntries(
            Map.entry(Lie.EVIL_AUTHORIZE, LoginFailedException.class),
            Map.entry(Lie.ISSUER_MISMATCH, LoginFailedException.class),
            Map.entry(Lie.ISS_WRONG, LoginFailedException.class),
            Map.entry(Lie.ISS_MISSING, LoginFailedException.class),
            Map.entry(Lie.ISS_TRAILING_SLASH, LoginFailedException.class),
            Map.entry(Lie.STATE_WRONG, LoginFailedException.class),
            Map.entry(Lie.STATE_MISSING, LoginFailedException.class),
            Map.entry(Lie.STATE_DOUBLED, LoginFailedException.class),
            Map.entry(Lie.ERROR_XSS, LoginFailedException.class),
            Map.entry(Lie.NO_PKCE, LoginFailedException.class),
            Map.entry(Lie.PKCE_PLAIN, LoginFailedException.class),
            Map.entry(Lie.TOKEN_EVIL, LoginFailedException.class),
            Map.entry(Lie.TOKEN_SLOW, UnavailableException.class),
            Map.entry(Lie.TOKEN_HTML, LoginFailedException.class),
            Map.entry(Lie.TOKEN_REDIRECT, LoginFailedException.class),
            Map.entry(Lie.WRONG_AUDIENCE, TokenRejectedException.class),
            Map.entry(Lie.METADATA_HUGE, LoginFailedException.class),
            Map.entry(Lie.METADATA_SLOW, UnavailableException.class),
            Map.entry(Lie.METADATA_HTML, LoginFailedException.class),
            Map.entry(Lie.METADATA_REDIRECT, LoginFailedException.class),
            Map.entry(Lie.REGISTRATION_REFUSED, LoginFailedException.class),
            Map.entry(Lie.MIX_UP_TOKEN, LoginFailedException.class),
            Map.entry(Lie.MIX_UP_AUTHORIZE, LoginFailedException.class),
            Map.entry(Lie.PRM_REDIRECT, LoginFailedException.class),
            Map.entry(Lie.PRM_HUGE, LoginFailedException.class),
            Map.entry(Lie.AS_EVIL, LoginFailedException.class),
            Map.entry(Lie.RESOURCE_MISMATCH, LoginFailedException.class),
            Map.entry(Lie.LOOP_401, TokenRejectedException.class),
            Map.entry(Lie.LOOP_403, InsufficientScopeException.class));

    /** Odd answers that hold a token all the same: lifetimes and scopes are no more than hints, and are bounded. */
    private static final Set<Integer> HARMLESS_TOKENS = Set.of(6, 7, 8, 9, 10);

    /** Whoever tells these must never be asked for a token. */
    private static final Set<Lie> BEFORE_THE_CODE_GOES_ANYWHERE = Set.of(
            Lie.EVIL_AUTHORIZE,
            Lie.ISSUER_MISMATCH,
            Lie.ISS_WRONG,
            Lie.ISS_MISSING,
            Lie.ISS_TRAILING_SLASH,
            Lie.STATE_WRONG,
            Lie.STATE_MISSING,
            Lie.STATE_DOUBLED,
            Lie.ERROR_XSS,
            Lie.NO_PKCE,
            Lie.PKCE_PLAIN,
            Lie.MIX_UP_AUTHORIZE,
            Lie.RESOURCE_MISMATCH,
            Lie.METADATA_REDIRECT,
            Lie.PRM_REDIRECT,
            Lie.AS_EVIL);

    /** Whoever tells these is found out before a page is opened. */
    private static final Set<Lie> BEFORE_ANYBODY_IS_SENT_THERE = Set.of(
            Lie.EVIL_AUTHORIZE,
            Lie.ISSUER_MISMATCH,
            Lie.NO_PKCE,
            Lie.PKCE_PLAIN,
            Lie.RESOURCE_MISMATCH,
            Lie.METADATA_REDIRECT,
            Lie.PRM_REDIRECT,
            Lie.AS_EVIL);

    static Stream<Arguments> lies() {
        return Stream.of(Lie.values())
                .filter(lie -> !lie.name().startsWith("REFRESH_")) // Those are told later than at the login.
                .flatMap(lie -> IntStream.range(0, lie.variants()).mapToObj(variant -> Arguments.of(lie, variant)));
    }

    @ParameterizedTest
    @MethodSource("lies")
    @Verifies({
        "F-3", "F-4", "F-8", "F-11", "F-20", "F-25", "F-30", "F-31", "F-32", "F-33", "F-38", "K-7", "K-9", "K-11",
        "K-13"
    })
    void nobodyIsDeceived(Lie lie, int variant) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.scene.telling(lie, variant);
            // Known to both, as an attacker would see to it.
            stage.grantor().client("app", Stage.REDIRECT);
            stage.scene.other().client("app", Stage.REDIRECT);
            var settings = stage.settings().patience(PATIENCE);
            var oauth = (lie == Lie.MIX_UP_AUTHORIZE ? settings.client(RegisteredClient.of("app")) : settings).build();
            var began = System.nanoTime();

            var failure = catchThrowable(() -> {
                var profile = Stage.profile().limits(Limits.within(OVER)).login(stage.person(oauth));
                try (var client = stage.connect(oauth, profile)) {
                    assertThat(Stage.echo(client)).isEqualTo("nothing");
                    assertThat(Stage.echo(client)).isEqualTo("nothing");
                }
            });

            var took = Duration.ofNanos(System.nanoTime() - began);
            assertThat(took).isLessThan(OVER);
            assertEnd(lie, variant, failure);
            assertThat(stage.scene.canary().hits()).as("canary").isZero();
            assertThat(stage.logins).as("logins").hasValueLessThanOrEqualTo(3);
            if (BEFORE_THE_CODE_GOES_ANYWHERE.contains(lie)) {
                assertThat(stage.grantor().count(Kind.TOKEN)).as("codes shown").isZero();
            }
            if (BEFORE_ANYBODY_IS_SENT_THERE.contains(lie)) {
                assertThat(stage.logins).as("logins").hasValue(0);
            }
            if (lie == Lie.ISSUER_MISMATCH) {
                assertThat(stage.grantor().count(Kind.REGISTER))
                        .as("registrations")
                        .isZero();
            }
            if (lie == Lie.NO_PKCE || lie == Lie.PKCE_PLAIN) {
                assertThat(failure).hasMessageContaining("does not offer PKCE with S256");
            }
            if (failure != null) {
                assertThat(failure.getMessage()).as("one line").matches("[\\x20-\\x7e\\p{L}\\p{P}\\p{S} ]*");
                stage.grantor().tokens().forEach(token -> assertThat(failure).hasMessageNotContaining(token));
            }
        }
    }

    private static void assertEnd(Lie lie, int variant, @Nullable Throwable failure) {
        boolean harmless = lie == Lie.TOKEN_EVIL && (HARMLESS_TOKENS.contains(variant) || variant == 13);
        boolean endless = lie == Lie.LOOP_403 && variant == 1; // The person is sent to log in no more.
        var end = harmless ? null : endless ? AuthorizationRequiredException.class : ENDS.get(lie);
        if (end == null) {
            assertThat(failure).isNull();
        } else {
            assertThat(failure).isInstanceOf(end).hasMessageContaining("127.0.0.1");
        }
    }
}
