package dev.fairlead.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fairlead.protocol.rpc.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What callers are told who lack authorization, and what they are not. */
class AuthorizationErrorTest {
    private static final Challenge CHALLENGE =
            Challenge.of(403, List.of("Bearer error=\"insufficient_scope\", scope=\"b\", error_description=\"no\""));
    private static final Throwable CAUSE = new IllegalStateException("root");
    private static final PendingAuthorization PENDING = new PendingAuthorization(
            "https://mcp.example/mcp?key=hush-query",
            "alice",
            "https://as.example",
            true,
            false,
            "app",
            "https://app.example/cb",
            "https://mcp.example/mcp",
            List.of("a", "b"),
            "hush-state",
            "hush-verifier",
            true,
            Instant.parse("2026-01-02T03:04:05.678Z"));
    private static final AuthorizationRequiredException REQUIRED = new AuthorizationRequiredException(
            "tools/call", "files", CHALLENGE, "https://as.example/authorize?state=hush-state", PENDING);

    static Stream<AuthorizationException> all() {
        return Stream.of(
                new AuthorizationException("tools/call", "files", CHALLENGE),
                REQUIRED,
                new TokenRejectedException("tools/call", "files", CHALLENGE, "tell somebody", CAUSE),
                new InsufficientScopeException("tools/call", "files", CHALLENGE, Set.of("a")),
                new LoginFailedException("tools/call", "files", CHALLENGE, "nobody registers us", CAUSE));
    }

    @Test
    void onlyWhatIsKnownNoBetterIsMerelyTurnedAway() {
        assertThat(all().filter(AuthorizationException::merelyTurnedAway))
                .singleElement()
                .isExactlyInstanceOf(AuthorizationException.class);
        var who = Challenge.of(401, List.of());
        assertThat(new AuthorizationException("tools/call", "files", who).merelyTurnedAway())
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whateverElseWasAttemptedItIsTheSameFailure(AuthorizationException failure) {
        var other = failure.attempting("prompts/get");
        assertThat(other).isExactlyInstanceOf(failure.getClass());
        assertThat(other.getMessage()).isEqualTo(failure.getMessage().replace("tools/call", "prompts/get"));
        assertThat(other.getMessage()).startsWith("prompts/get on server 'files': ");
        assertThat(other.challenge()).isEqualTo(failure.challenge());
        assertThat(other.getCause()).isSameAs(failure.getCause());
        assertThat(other.maybeExecuted()).isFalse();
        assertThat(other)
                .usingRecursiveComparison()
                .ignoringFields("detailMessage", "stackTrace", "cause", "suppressedExceptions")
                .isEqualTo(failure);
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyTextSaysThatNothingWasCarriedOut(AuthorizationException failure) {
        assertThat(failure).hasMessageContaining("on server 'files'").hasMessageEndingWith("; it was not carried out");
        assertThat(failure).hasMessageNotContaining("hush");
    }

    @ParameterizedTest
    @MethodSource("all")
    void inTheCourseOfWhatHadBegunItIsTheSameFailureButNothingIsPromised(AuthorizationException failure) {
        var begun = failure.inTheCourseOf("tools/call, which had begun,");
        assertThat(failure.maybeExecuted()).isFalse();
        assertThat(begun)
                .isExactlyInstanceOf(failure.getClass())
                .hasMessageStartingWith("tools/call, which had begun, on server 'files'")
                .hasMessageEndingWith("; whether it was carried out is unknown")
                .hasCause(failure.getCause())
                .returns(true, McpException::maybeExecuted)
                .returns(CHALLENGE, AuthorizationException::challenge);
        assertThat(begun.attempting("tools/call"))
                .hasMessage(failure.attempting("tools/call").getMessage());
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyOneSurvivesSerialisation(AuthorizationException failure) throws Exception {
        var again = serialised(failure);
        assertThat(again).isExactlyInstanceOf(failure.getClass()).hasMessage(failure.getMessage());
        assertThat(again.challenge()).isEqualTo(CHALLENGE);
        assertThat(again.attempting("prompts/get"))
                .hasMessage(failure.attempting("prompts/get").getMessage());
    }

    @Nested
    class Texts {
        @Test
        void tellWhoHasToLogInWhere() {
            assertThat(REQUIRED)
                    .hasMessageContainingAll(
                            "a person has to log in at https://as.example", "the URL in this exception");
        }

        @Test
        void tellWhatToDoAboutAToken() {
            assertThat(new TokenRejectedException(
                            "tools/call",
                            "files",
                            Challenge.of(401, List.of("Bearer error=\"invalid_token\"")),
                            "tell somebody",
                            null))
                    .hasMessage("tools/call on server 'files': it demands authorization (HTTP 401, Bearer): it says"
                            + " 'invalid_token'; tell somebody; it was not carried out");
        }

        @Test
        @Tag("F-38")
        void tellWhatIsMissingAndWhatWasAskedFor() {
            var failure = new InsufficientScopeException("tools/call", "files", CHALLENGE, Set.of("a"));
            assertThat(failure)
                    .hasMessage(
                            "tools/call on server 'files': it needs the scope 'b' (HTTP 403): it says 'no', although"
                                    + " the scope 'a' was asked for; ask whoever grants it; it was not carried out");
            assertThat(failure.asked()).containsExactly("a");
        }

        @Test
        void tellWhyALoginFailed() {
            var failure = new LoginFailedException("tools/call", "files", CHALLENGE, "nobody registers us", CAUSE);
            assertThat(failure)
                    .hasMessage("tools/call on server 'files': nobody registers us; it was not carried out")
                    .hasCause(CAUSE);
            assertThat(failure.why()).isEqualTo("nobody registers us");
        }

        @Test
        void areOneLineWhateverTheServerSays() {
            var evil = Challenge.of(403, List.of("Bearer error=\"insufficient_scope\", scope=\"a\u001b[2J\tb\""));
            assertThat(new InsufficientScopeException("x", "files", evil, Set.of("\r\nSet-Cookie: a")).getMessage())
                    .doesNotContain("\u001b", "\r", "\n", "\t");
        }
    }

    @Nested
    class Pending {
        @Test
        @Tag("F-29")
        void isTheSameAfterItWasKept() {
            assertThat(PendingAuthorization.from(PENDING.toJson())).isEqualTo(PENDING);
        }

        @Test
        void isTheSameWithoutWhatNeedNotBeThere() {
            var bare = new PendingAuthorization(
                    "s", "", "i", false, true, "c", "r", null, List.of(), "st", "v", false, Instant.EPOCH);
            assertThat(PendingAuthorization.from(bare.toJson())).isEqualTo(bare);
        }

        @Test
        void travelsWithItsException() throws Exception {
            var again = (AuthorizationRequiredException) serialised(REQUIRED);
            assertThat(again.pending()).isEqualTo(PENDING);
            assertThat(again.url()).isEqualTo(REQUIRED.url());
        }

        @Test
        @Tag("F-43")
        void showsNoSecret() {
            assertThat(PENDING.toString()).contains("https://as.example").doesNotContain("hush");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "hush", "{}", "[]", "null", "7", "{\"server\":\"hush\"}", "{\"server\":7}"})
        void isReadFromNothingElse(String text) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PendingAuthorization.from(text))
                    .withMessageStartingWith("not a pending authorization")
                    .withMessageNotContaining("hush")
                    .withNoCause();
        }

        @ParameterizedTest
        @ValueSource(strings = {"server", "owner", "issuer", "clientId", "redirectUri", "state", "verifier", "begun"})
        void isNotReadIfSomethingIsMissing(String member) {
            var json = (ObjectNode) Json.parse(PENDING.toJson());
            json.remove(member);
            assertThatIllegalArgumentException().isThrownBy(() -> PendingAuthorization.from(Json.write(json)));
            json.put(member, 7);
            assertThatIllegalArgumentException().isThrownBy(() -> PendingAuthorization.from(Json.write(json)));
        }

        @Test
        void isReadOrRefusedWhateverBecameOfIt() {
            var whole = PENDING.toJson();
            for (long seed = 0; seed < 1000; seed++) {
                var random = new Random(seed);
                var text = new StringBuilder(whole);
                for (int i = random.nextInt(3); i >= 0; i--) {
                    text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(0x2100));
                }
                try {
                    assertThat(PendingAuthorization.from(text.toString())).isNotNull();
                } catch (IllegalArgumentException refused) {
                    assertThat(refused).as("seed %d", seed).hasMessageStartingWith("not a pending authorization");
                } catch (RuntimeException other) {
                    throw new AssertionError("seed " + seed, other);
                }
            }
        }

        @Test
        void doesNotChangeWithTheListItWasMadeFrom() {
            var scopes = new ArrayList<>(List.of("a"));
            var pending = new PendingAuthorization(
                    "s", "", "i", false, true, "c", "r", null, scopes, "st", "v", false, Instant.EPOCH);
            scopes.add("b");
            assertThat(pending.scopes()).containsExactly("a");
        }
    }

    private static AuthorizationException serialised(AuthorizationException failure) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(failure);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (AuthorizationException) in.readObject();
        }
    }
}
