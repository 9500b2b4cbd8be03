package dev.fairlead.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChallengeTest {
    private static final Duration PROMPTLY = Duration.ofSeconds(20);

    private static List<Challenge.Scheme> schemes(String... headers) {
        return Challenge.of(401, List.of(headers)).schemes();
    }

    private static Challenge.Scheme scheme(String name, String... parameters) {
        var byName = new LinkedHashMap<String, String>();
        for (int i = 0; i < parameters.length; i += 2) {
            byName.put(parameters[i], parameters[i + 1]);
        }
        return new Challenge.Scheme(name, byName);
    }

    @Nested
    class Headers {

        @Test
        void holdParametersQuotedAndUnquoted() {
            assertThat(schemes("Bearer realm=\"a b\", error=invalid_token,scope = \"x\""))
                    .containsExactly(scheme("Bearer", "realm", "a b", "error", "invalid_token", "scope", "x"));
        }

        @Test
        void holdSeveralSchemesInOne() {
            assertThat(schemes(
                            "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\""))
                    .containsExactly(
                            scheme("Newauth", "realm", "apps", "type", "1", "title", "Login to \"apps\""),
                            scheme("Basic", "realm", "simple"));
        }

        @Test
        void comeInNumbers() {
            assertThat(schemes("Negotiate", "Bearer error=\"x\"", "DPoP algs=\"ES256\""))
                    .containsExactly(
                            scheme("Negotiate"), scheme("Bearer", "error", "x"), scheme("DPoP", "algs", "ES256"));
        }

        @Test
        void mayHoldACredentialInsteadOfParameters() {
            assertThat(schemes("NTLM TlRMTVNTUAACAAAA==, Bearer realm=x"))
                    .containsExactly(scheme("NTLM"), scheme("Bearer", "realm", "x"));
            assertThat(schemes("Negotiate a/b+c ,Bearer")).containsExactly(scheme("Negotiate"), scheme("Bearer"));
        }

        @Test
        void mayHaveCommasInsideQuotes() {
            assertThat(schemes("Bearer error_description=\"no, Basic realm=x\", error=y"))
                    .containsExactly(scheme("Bearer", "error_description", "no, Basic realm=x", "error", "y"));
        }

        @Test
        void mayHaveEmptyElements() {
            assertThat(schemes(" , Bearer ,, realm=\"\" , ,Basic,"))
                    .containsExactly(scheme("Bearer", "realm", ""), scheme("Basic"));
        }

        @Test
        void knowNoCaseInNamesOfParametersAndTheFirstOfTwoWins() {
            assertThat(schemes("Bearer Scope=\"first\", SCOPE=\"second\""))
                    .containsExactly(scheme("Bearer", "scope", "first"));
        }

        @Test
        void areUnderstoodWhereCommasOrQuotesAreMissing() {
            assertThat(schemes("Bearer resource_metadata=https://h/meta?a=b scope=\"r w\" Basic realm=\"x\""))
                    .containsExactly(
                            scheme("Bearer", "resource_metadata", "https://h/meta?a=b", "scope", "r w"),
                            scheme("Basic", "realm", "x"));
        }

        @Test
        void thatBreakOffSayWhatTheySaidSoFar() {
            assertThat(schemes("Bearer error=\"abc")).containsExactly(scheme("Bearer", "error", "abc"));
            assertThat(schemes("Bearer error=\"abc\\")).containsExactly(scheme("Bearer", "error", "abc\\"));
            assertThat(schemes("Bearer error=")).containsExactly(scheme("Bearer"));
            assertThat(schemes("Bearer a=b, error=")).containsExactly(scheme("Bearer", "a", "b", "error", ""));
        }

        @Test
        void nameSchemesWithAllLettersAndDigits() {
            assertThat(schemes("AZ-az-09 a=b")).containsExactly(scheme("AZ-az-09", "a", "b"));
            for (char sign : "@[{/:}".toCharArray()) {
                assertThat(schemes("X" + sign + "Y a=b")).contains(scheme("Y", "a", "b"));
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", ",", "=", "realm=\"x\"", "\"Bearer\"", "ä", "a=b, c=d", "\u0000"})
        void withoutASchemeDemandNothingInParticular(String header) {
            var named = schemes(header).stream()
                    .filter(scheme -> !scheme.parameters().isEmpty())
                    .toList();
            assertThat(named).isEmpty();
        }

        @Test
        void areReadWithinBounds() {
            var endless = new ArrayList<String>();
            for (int i = 0; i < 5000; i++) {
                endless.add("S" + i + " a=b");
            }
            assertThat(schemes(endless.toArray(String[]::new))).hasSize(32);
            assertThat(schemes(String.join(",", endless.subList(0, 1000)))).hasSize(32);
            var parameters = new StringBuilder("Bearer z=1");
            for (int i = 0; i < 1000; i++) {
                parameters.append(",p").append(i).append("=1");
            }
            assertThat(schemes(parameters.toString()).getFirst().parameters())
                    .hasSize(32)
                    .containsKey("z");
            var longest = "x".repeat((16 << 10) - "Bearer a=".length());
            assertThat(schemes("Bearer a=" + longest)).containsExactly(scheme("Bearer", "a", longest));
            assertThat(schemes("Bearer a=" + longest + "x")).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"a ", "a, ", "a=", "a=\"", " ", "=", "\\", "a  b", "\"", "a = \"\\\""})
        void thatRepeatThemselvesCostNothing(String part) {
            var header = part.repeat(16 * 1024 / part.length());
            assertTimeoutPreemptively(PROMPTLY, () -> {
                for (int i = 0; i < 100; i++) {
                    assertThat(schemes(header)).hasSizeLessThanOrEqualTo(32);
                }
            });
        }
    }

    @Nested
    class Parameters {

        @Test
        void comeFromTheFirstSchemeForTokensThatHasThem() {
            var challenge = Challenge.of(
                    401,
                    List.of(
                            "Basic error=\"not this\", scope=\"nor this\"",
                            "dpop error=\"use_dpop_nonce\", Bearer error=\"later\", scope=\"a b\","
                                    + " resource_metadata=\"https://h/m\", error_description=\"why\""));
            assertThat(challenge.error()).contains("use_dpop_nonce");
            assertThat(challenge.scope()).contains("a b");
            assertThat(challenge.resourceMetadata()).contains("https://h/m");
            assertThat(challenge.errorDescription()).contains("why");
        }

        @Test
        void mayBeMissing() {
            var challenge = Challenge.of(403, List.of());
            assertThat(challenge.error()).isEmpty();
            assertThat(challenge.scope()).isEmpty();
            assertThat(challenge.resourceMetadata()).isEmpty();
            assertThat(challenge.errorDescription()).isEmpty();
        }
    }

    @Nested
    class Words {

        private static String words(int status, String... headers) {
            return Challenge.of(status, List.of(headers)).words();
        }

        @Test
        void sayWhereAuthorizationComesFrom() {
            assertThat(words(401, "Bearer resource_metadata=\"https://h/m\""))
                    .isEqualTo("it demands authorization (HTTP 401, Bearer; metadata at https://h/m)");
            assertThat(words(401, "Bearer", "DPoP", "Basic realm=x", "Digest"))
                    .isEqualTo("it demands authorization (HTTP 401, Bearer or DPoP or Basic)");
            assertThat(words(401)).isEqualTo("it demands authorization (HTTP 401)");
        }

        @Test
        void sayNothingOfWhatIsBlank() {
            assertThat(words(401, "Bearer error=\" \", error_description=\"It has expired\""))
                    .isEqualTo("it demands authorization (HTTP 401, Bearer): it says 'It has expired'");
        }

        @Test
        void sayWhatIsWrongWithWhatWasShown() {
            assertThat(words(401, "Bearer error=\"invalid_token\", error_description=\"It has expired\""))
                    .isEqualTo("it demands authorization (HTTP 401, Bearer): it says 'invalid_token: It has expired'");
        }

        @Test
        void sayWhichScopeIsNeeded() {
            assertThat(words(403, "Bearer error=\"insufficient_scope\", scope=\"files:write files:read\""))
                    .isEqualTo("it needs the scope 'files:write files:read' (HTTP 403)");
            assertThat(words(403, "Bearer error=insufficient_scope, error_description=\"Ask Bob\""))
                    .isEqualTo("it needs a wider scope (HTTP 403): it says 'Ask Bob'");
        }

        @Test
        void sayThatAServerRefuses() {
            assertThat(words(403)).isEqualTo("it refuses (HTTP 403)");
            assertThat(words(403, "Bearer error=\"access_denied\""))
                    .isEqualTo("it refuses (HTTP 403): it says 'access_denied'");
        }

        @Test
        void areShortAndDriveNoTerminal() {
            var long_ = "x".repeat(5000);
            var words = words(
                    401,
                    "B" + long_ + " a=b",
                    "Bearer error=\"\u001b[31m" + long_ + "\", resource_metadata=\"\r\n" + long_ + "\"");
            assertThat(words).contains("\\u001b[31mxxx", "at \\u000d\\u000axxx").hasSizeLessThan(600);
        }

        @Test
        void areWhatTheFailureSays() {
            var failure = new AuthorizationException(
                    "tools/list", "files", Challenge.of(401, List.of("Bearer resource_metadata=\"https://h/m\"")));
            assertThat(failure)
                    .hasMessage("tools/list on server 'files': it demands authorization"
                            + " (HTTP 401, Bearer; metadata at https://h/m); it was not carried out");
        }
    }

    /** Challenges with known meaning, written in any way that the grammar allows. */
    @Test
    void whatIsWellFormedIsReadAsMeant() {
        for (long seed = 0; seed < 2000; seed++) {
            var random = new Random(seed);
            var meant = new ArrayList<Challenge.Scheme>();
            var headers = new ArrayList<String>();
            for (int h = 1 + random.nextInt(3); h > 0; h--) {
                var parts = new ArrayList<String>();
                for (int s = 1 + random.nextInt(3); s > 0; s--) {
                    var one = randomScheme(random);
                    meant.add(one);
                    parts.add(written(one, random));
                }
                headers.add(String.join(random.nextBoolean() ? "," : "\t, ,", parts));
            }
            assertThat(Challenge.of(401, headers).schemes())
                    .as("seed %d: %s", seed, headers)
                    .isEqualTo(meant);
        }
    }

    private static Challenge.Scheme randomScheme(Random random) {
        var parameters = new LinkedHashMap<String, String>();
        for (int i = random.nextInt(4); i > 0; i--) {
            parameters.put(
                    "p" + Integer.toString(random.nextInt(5000), 36),
                    random.nextBoolean() ? "t" + random.nextInt(100) : randomText(random));
        }
        return new Challenge.Scheme("Scheme-" + random.nextInt(100), parameters);
    }

    private static String randomText(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append("ab ,=\\\"\t;:/é".charAt(random.nextInt(12)));
        }
        return text.toString();
    }

    private static String written(Challenge.Scheme scheme, Random random) {
        if (scheme.parameters().isEmpty()) {
            return scheme.name() + (random.nextBoolean() ? "" : " abc/+" + "=".repeat(random.nextInt(3)));
        }
        var parameters = new ArrayList<String>();
        for (Map.Entry<String, String> parameter : scheme.parameters().entrySet()) {
            boolean bare = parameter.getValue().matches("t\\d+") && random.nextBoolean();
            var value = bare ? parameter.getValue() : '"' + parameter.getValue().replaceAll("[\\\\\"]", "\\\\$0") + '"';
            parameters.add(parameter.getKey() + (random.nextInt(4) == 0 ? " = " : "=") + value);
        }
        return scheme.name()
                + " ".repeat(1 + random.nextInt(2))
                + String.join(random.nextBoolean() ? "," : " , ", parameters);
    }
}
