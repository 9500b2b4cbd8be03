package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people bring back, and what is believed of it. */
final class CallbackTest {
    private static final String ISSUER = "https://as.example/t";
    private static final String ISS = "&iss=https%3A%2F%2Fas.example%2Ft";
    private static final Wanted WANTED =
            new Wanted("https://mcp.example/mcp", "files", new Challenge(401, List.of()), Deadline.never());

    @Test
    @Verifies("F-28")
    void aCodeWithTheRightStateIsTaken() {
        assertThat(code("https://app.example/callback?code=c1&state=st-1" + ISS, true))
                .isEqualTo("c1");
        assertThat(code("code=c1&state=st-1" + ISS, true)).isEqualTo("c1");
        assertThat(code("http://127.0.0.1:1/?state=st-1&code=c1" + ISS + "#part", true))
                .isEqualTo("c1");
        assertThat(code("/callback?a=b&state=st-1&code=c1&session_state=x" + ISS, true))
                .isEqualTo("c1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "code=c1",
                "code=c1&state=",
                "code=c1&state",
                "code=c1&state=st-2",
                "code=c1&state=st-1x",
                "code=c1&state=ST-1",
                "code=c1&state=st-1+",
                "code=c1&state=%73t-1%20",
                "code=c1&state=st-1&state=st-1",
                "code=c1&state=st-1&state=st-2",
                "code=c1&state=st-2&state=st-1",
                "code=c1&State=st-1",
                "code=c1#state=st-1",
                "error=access_denied",
                "error=access_denied&state=st-2",
                ""
            })
    @Verifies("F-28")
    void whatBelongsToAnotherLoginIsDropped(String query) {
        assertThat(OAuth.belongs("https://app.example/callback?" + query, pending(false)))
                .isFalse();
        assertThatThrownBy(() -> code("https://app.example/callback?" + query, false))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll("files", "does not belong to the login")
                .hasMessageNotContainingAny("c1", "st-1", "st-2", "access_denied");
    }

    @ParameterizedTest
    @CsvSource({
        // Whether it promised to name itself, what is there, whether that is believed.
        "true, right, true",
        "true, wrong, false",
        "true, absent, false",
        "true, twice, false",
        "true, empty, false",
        "true, slash, false",
        "true, case, false",
        "true, port, false",
        "false, right, true",
        "false, wrong, false",
        "false, absent, true",
        "false, twice, false",
        "false, empty, false",
        "false, slash, false",
        "false, case, false",
        "false, port, false"
    })
    @Verifies({"F-30", "F-31", "F-32", "K-11"})
    void anAnswerComesFromTheOneWhoWasAsked(boolean promised, String there, boolean believed) {
        var iss = switch (there) {
            case "right" -> "&iss=" + encoded(ISSUER);
            case "wrong" -> "&iss=" + encoded("https://evil.example/t");
            case "twice" -> "&iss=" + encoded(ISSUER) + "&iss=" + encoded(ISSUER);
            case "empty" -> "&iss=";
            case "slash" -> "&iss=" + encoded(ISSUER + "/");
            case "case" -> "&iss=" + encoded("https://AS.example/t");
            case "port" -> "&iss=" + encoded("https://as.example:443/t");
            default -> "";
        };
        if (believed) {
            assertThat(code("code=c1&state=st-1" + iss, promised)).isEqualTo("c1");
            assertThatThrownBy(() -> code("error=access_denied&state=st-1" + iss, promised))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll("access_denied", ISSUER);
            return;
        }
        assertThatThrownBy(() -> code("code=c1&state=st-1" + iss, promised))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll("it was not used", ISSUER)
                .hasMessageNotContainingAny("c1", "evil");
        assertThatThrownBy(() ->
                        code("error=canary-1&error_description=canary-2&error_uri=canary-3&state=st-1" + iss, promised))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("it was not used")
                .hasMessageNotContaining("canary");
    }

    @ParameterizedTest
    @CsvSource({
        "a%2Bb, a+b",
        "a+b, a b",
        "a%20b, a b",
        "%C3%BC, ü",
        "%F0%9F%A6%8A, 🦊",
        "a%26b%3Dc, a&b=c",
        "a/b~c, a/b~c"
    })
    @Verifies("F-31")
    void valuesAreDecodedAsFormsAre(String written, String meant) {
        assertThat(code("code=%s&state=st-1".formatted(written), false)).isEqualTo(meant);
    }

    @Test
    @Verifies("F-31")
    void namesThatNeedDecodingAreComparedDecoded() {
        var issuer = "https://as.example/t?x=a+b&ü";
        var pending = pending(issuer, true, "a+b/c=");
        var query = "code=c&state=%s&iss=%s".formatted(encoded("a+b/c="), encoded(issuer));
        assertThat(Callback.of(query).to(pending, WANTED).code()).isEqualTo("c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"state=st-1", "state=st-1&code=", "state=st-1&code", "state=st-1&code=a&code=b"})
    void neitherACodeNorAnErrorIsNothing(String query) {
        assertThatThrownBy(() -> code(query, false))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("neither a code nor an error");
    }

    @Test
    @Verifies("F-32")
    void anErrorIsShownInOneLineAndInPart() {
        var query = "state=st-1&error=%s&error_description=%s"
                .formatted(encoded("a\n\u001b[2J" + "x".repeat(500)), encoded("<b>\r\n" + "y".repeat(5000)));
        assertThatThrownBy(() -> code(query, false))
                .isInstanceOf(LoginFailedException.class)
                .satisfies(failure ->
                        assertThat(failure.getMessage()).hasSizeLessThan(700).doesNotContain("\n", "\r", "\u001b"));
    }

    @Test
    @Verifies("F-32")
    void anErrorBesideACodeIsAnError() {
        assertThatThrownBy(() -> code("state=st-1&code=c1&error=access_denied", false))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("access_denied")
                .hasMessageNotContaining("c1");
    }

    @Test
    @Verifies("F-28")
    void whateverComesBackEndsInACodeOrInWords() {
        var pieces = List.of(
                "code",
                "state",
                "st-1",
                "iss",
                "error",
                "error_description",
                "=",
                "&",
                "?",
                "#",
                "%",
                "%2",
                "%00",
                "%ff",
                "%C3",
                "+",
                ";",
                "http://",
                "\u0000",
                "\r\n",
                "ü",
                "\ud800",
                encoded(ISSUER),
                "&state=st-1",
                "&code=c",
                ISS);
        for (long seed = 0; seed < 3000; seed++) {
            var random = new Random(seed);
            var url = new StringBuilder();
            for (int i = random.nextInt(14); i > 0; i--) {
                url.append(pieces.get(random.nextInt(pieces.size())));
            }
            boolean promised = random.nextBoolean();
            boolean belongs = OAuth.belongs(url.toString(), pending(promised));
            try {
                assertThat(code(url.toString(), promised)).as("seed %d", seed).isNotEmpty();
                assertThat(belongs).as("seed %d", seed).isTrue();
            } catch (LoginFailedException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).doesNotContain("\r", "\n", "\u0000");
            } catch (RuntimeException other) {
                throw new AssertionError("seed " + seed + ": " + url, other);
            }
        }
    }

    private static String code(String callback, boolean promised) {
        return Callback.of(callback).to(pending(promised), WANTED).code();
    }

    private static PendingAuthorization pending(boolean namesItself) {
        return pending(ISSUER, namesItself, "st-1");
    }

    private static PendingAuthorization pending(String issuer, boolean namesItself, String state) {
        return new PendingAuthorization(
                "https://mcp.example/mcp",
                "",
                issuer,
                namesItself,
                false,
                "app",
                "https://app.example/callback",
                null,
                List.of(),
                state,
                "v",
                false,
                Instant.now());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
