package dev.fairlead.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.Fetched;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of the answers of those who hand out tokens. */
final class TokenAnswerTest {
    private static final Set<String> BEARER = Set.of("Bearer");
    private static final Set<String> BOUND = Set.of("DPoP", "Bearer");

    @Test
    void everythingThatIsSaidIsTaken() throws Exception {
        var tokens = read("""
            {"access_token":"at-1","token_type":"Bearer","expires_in":60,"refresh_token":"rt-1","scope":"b a"}\
            """, false);
        assertThat(tokens).isEqualTo(new Tokens("at-1", "Bearer", "rt-1", Duration.ofMinutes(1), List.of("b", "a")));
        assertThat(tokens.toString()).doesNotContain("at-1", "rt-1");
    }

    @ParameterizedTest
    @CsvSource({"bearer, Bearer", "BEARER, Bearer", "dpop, DPoP", "DPoP, DPoP"})
    void theTypeIsReadHoweverItIsWritten(String said, String meant) throws Exception {
        assertThat(read("{\"access_token\":\"a\",\"token_type\":\"%s\"}".formatted(said), true)
                        .type())
                .isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"DPoP, false", "mac, true", "'', true", "Basic, false", "N_A, true", "N_A, false"})
    @Verifies("F-50")
    void aTokenThatWeCannotShowIsNotTaken(String type, boolean bound) {
        assertBad("{\"access_token\":\"a\",\"token_type\":\"%s\"}".formatted(type), 200, bound);
    }

    @Test
    void whoDoesNotBindATokenGivesAPlainOne() throws Exception {
        assertThat(read("{\"access_token\":\"a\",\"token_type\":\"Bearer\"}", true)
                        .type())
                .isEqualTo("Bearer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "-1", "\"soon\"", "null", "3.5", "1e9", "[]", "{}", "true", "9999999999999999999999", "\"\""
            })
    void aLifetimeThatMakesNoSenseIsNone(String lifetime) throws Exception {
        var tokens =
                read("{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":%s}".formatted(lifetime), false);
        assertThat(tokens.access()).isEqualTo("a");
        assertThat(tokens.lifetime()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "\"60\", 60", "3600, 3600", "999999999999999999, 315360000", "9999999999, 315360000"})
    void aLifetimeIsReadAndHasAnEnd(String lifetime, long seconds) throws Exception {
        var tokens =
                read("{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":%s}".formatted(lifetime), false);
        assertThat(tokens.lifetime()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"\"", "null", "[\"a\"]", "\"a\\nb\"", "\"\\\"\"", "\"ü\""})
    void aScopeThatMakesNoSenseIsNone(String scope) throws Exception {
        var tokens = read("{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"scope\":%s}".formatted(scope), false);
        assertThat(tokens.access()).isEqualTo("a");
        assertThat(tokens.scopes()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "",
                "<html>",
                "{\"access_token\":\"a\"}",
                "{\"token_type\":\"Bearer\"}",
                "{\"access_token\":7,\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":null,\"token_type\":\"Bearer\"}",
                "{\"access_token\":{\"a\":1},\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"a b\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"a\\r\\nX: y\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"ü\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"refresh_token\":\"a\\u0000b\"}",
                "{\"access_token\":\"a\",\"token_type\":7}",
                "{\"access_token\":\"a\",\"token_type\":\"Bearer\""
            })
    void anAnswerWithoutATokenThatCanBeSentIsBad(String text) {
        assertBad(text, 200, false);
    }

    @Test
    void aTokenOfAnyLengthThatFitsIntoAHeaderIsTakenAndNoLonger() throws Exception {
        var form = "{\"access_token\":\"%s\",\"token_type\":\"Bearer\"}";
        assertThat(read(form.formatted("x".repeat(32768)), false).access()).hasSize(32768);
        assertBad(form.formatted("x".repeat(32769)), 200, false);
    }

    @Test
    void aRefusalIsUnderstood() {
        var refused = refused(400, "{\"error\":\"invalid_grant\",\"error_description\":\"it is over\"}");
        assertThat(refused.code()).isEqualTo("invalid_grant");
        assertThat(refused).hasMessage("'invalid_grant' (it is over)");
        assertThat(refused.passing()).isFalse();
        assertThat(refused.unknownClient()).isFalse();
        assertThat(refused(401, "{\"error\":\"invalid_client\"}")).hasMessage("'invalid_client'");
    }

    @ParameterizedTest
    @CsvSource({
        "invalid_client, true, false",
        "invalid_grant, false, true",
        "unauthorized_client, false, false",
        "invalid_request, false, false",
        "invalid_scope, false, false",
        "use_dpop_nonce, false, false"
    })
    void whatARefusalMeansDependsOnItsCode(String code, boolean unknown, boolean worthless) {
        var refused = refused(400, "{\"error\":\"%s\"}".formatted(code));
        assertThat(refused.unknownClient()).isEqualTo(unknown);
        assertThat(refused.worthless()).isEqualTo(worthless);
    }

    @ParameterizedTest
    @ValueSource(strings = {"temporarily_unavailable", "server_error", "slow_down"})
    void whoSaysNoForTheMomentIsOutOfReach(String code) {
        assertThatThrownBy(() -> reader().read(answer(400, "{\"error\":\"%s\"}".formatted(code)), BEARER))
                .isInstanceOfSatisfying(
                        FetchException.class,
                        problem -> assertThat(problem.kind()).isEqualTo(FetchException.Kind.UNREACHABLE))
                .hasMessageContaining(code);
    }

    @Test
    @Verifies("F-49")
    void theWordOfAnIdentityProviderIsTakenWhereItWasAskedFor() throws Exception {
        var word = answer(200, "{\"access_token\":\"a.b.c\",\"token_type\":\"N_A\"}");
        assertThat(reader().read(word, Set.of("N_A")).access()).isEqualTo("a.b.c");
    }

    @Test
    @Verifies("F-43")
    void whatWeSaidIsNotRepeatedInARefusal() {
        var refused = refused(400, "{\"error\":\"invalid_grant\",\"error_description\":\"no code sesame-open\"}");
        assertThat(refused).hasMessageContaining("no code").hasMessageNotContaining("sesame-open");
    }

    @Test
    void aRefusalIsShownInOneLineAndInPart() {
        var refused = refused(
                400,
                "{\"error\":\"invalid_grant\",\"error_description\":\"a\\n\\u001b[2Jb %s\"}"
                        .formatted("x".repeat(5000)));
        assertThat(refused.getMessage()).hasSizeLessThan(400).doesNotContain("\n", "\u001b");
    }

    @ParameterizedTest
    @CsvSource({"400, '{}'", "401, ''", "403, <html>", "404, '[]'", "302, ''", "204, ''"})
    void aRefusalWithoutAWordIsABadAnswer(int status, String text) {
        assertBad(text, status, false);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
    void whoIsInTroubleIsOutOfReach(int status) {
        assertThatThrownBy(() -> reader().read(answer(status, "{\"error\":\"invalid_grant\"}"), BEARER))
                .isInstanceOfSatisfying(
                        FetchException.class,
                        problem -> assertThat(problem.kind()).isEqualTo(FetchException.Kind.UNREACHABLE))
                .hasMessageContaining("HTTP " + status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/json; charset=utf-8", "application/problem+json", "nonsense", ""})
    void theNameOfTheFormDoesNotMatterIfTheFormIsRight(String type) throws Exception {
        var headers = type.isEmpty() ? Headers.NONE : Headers.NONE.with("Content-Type", type);
        var answer = new Fetched(200, headers, "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}".getBytes(UTF_8));
        assertThat(reader().read(answer, BEARER).access()).isEqualTo("a");
    }

    private static Tokens read(String text, boolean bound) throws Exception {
        return reader().read(answer(200, text), bound ? BOUND : BEARER);
    }

    private static TokenRefused refused(int status, String text) {
        return catchThrowableOfType(TokenRefused.class, () -> reader().read(answer(status, text), BEARER));
    }

    private static void assertBad(String text, int status, boolean bound) {
        assertThatThrownBy(() -> reader().read(answer(status, text), bound ? BOUND : BEARER))
                .isInstanceOfSatisfying(
                        FetchException.class,
                        problem -> assertThat(problem.kind()).isEqualTo(FetchException.Kind.BAD_ANSWER));
    }

    private static Fetched answer(int status, String text) {
        return new Fetched(status, Headers.NONE.with("Content-Type", "application/json"), text.getBytes(UTF_8));
    }

    private static TokenAnswer reader() {
        return new TokenAnswer(new Hidden("grant_type=x&code=sesame-open", Headers.NONE));
    }
}
