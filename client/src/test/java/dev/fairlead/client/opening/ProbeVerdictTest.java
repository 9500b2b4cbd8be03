package dev.fairlead.client.opening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole table: what a server did when it was probed, and what that makes of it. */
class ProbeVerdictTest {
    private static final ProbeTerms ALL = new ProbeTerms("s", ProtocolVersion.newestFirst(), true);
    private static final ProbeTerms MODERN_ONLY = new ProbeTerms("s", List.of(ProtocolVersion.V2026_07_28), true);
    private static final ProbeTerms OLDEST_AND_NEWEST =
            new ProbeTerms("s", List.of(ProtocolVersion.V2026_07_28, ProtocolVersion.V2024_11_05), true);

    private static final ProbeTerms HTTP = new ProbeTerms("s", ProtocolVersion.newestFirst(), false);

    private static ProbeOutcome answered(String result) {
        return new ProbeOutcome.Answered(Json.parse(result.replace('\'', '"')));
    }

    private static ProbeOutcome refused(int code, String data) {
        return new ProbeOutcome.Refused(
                new RpcError(code, "no", data.isEmpty() ? null : Json.parse(data.replace('\'', '"'))));
    }

    private static void assertLegacy(ProbeOutcome outcome, ProtocolVersion offer) {
        assertThat(ProbeVerdict.of(outcome, ALL))
                .isInstanceOfSatisfying(
                        ProbeVerdict.Legacy.class,
                        legacy -> assertThat(legacy.offer()).isEqualTo(offer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'supportedVersions':['2026-07-28']}",
                "{'supportedVersions':['2025-11-25','2026-07-28'],'capabilities':{}}",
                "{'supportedVersions':['2099-01-01','2026-07-28',7,null]}",
                "{'resultType':'complete','supportedVersions':['2026-07-28'],'ttlMs':0}"
            })
    @Verifies({"B-8", "B-10"})
    void anAnswerThatNamesAModernRevisionWeSpeakIsModern(String result) {
        assertThat(ProbeVerdict.of(answered(result), ALL))
                .isInstanceOfSatisfying(
                        ProbeVerdict.Modern.class,
                        modern -> assertThat(modern.version()).isEqualTo(ProtocolVersion.V2026_07_28));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'supportedVersions':['2025-11-25']} | V2025_11_25",
                "{'supportedVersions':['2024-11-05','2025-03-26']} | V2025_03_26",
                "{'supportedVersions':['2099-01-01','2025-06-18']} | V2025_06_18"
            })
    void anAnswerThatNamesOnlyOldRevisionsLeadsToAHandshakeWithTheBestOfThem(String result, ProtocolVersion best) {
        assertLegacy(answered(result), best);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'supportedVersions':['2099-01-01']}", "{'supportedVersions':[]}"})
    void anAnswerWithoutACommonRevisionFailsAndNamesBothLists(String result) {
        assertThat(ProbeVerdict.of(answered(result), ALL))
                .isInstanceOfSatisfying(
                        ProbeVerdict.Fail.class,
                        fail -> assertThat(fail.error())
                                .isInstanceOf(VersionException.class)
                                .hasMessageContaining("2026-07-28, 2025-11-25"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "5", "'x'", "{'tools':[]}", "{'supportedVersions':'2026-07-28'}"})
    void anAnswerThatDescribesNoServerIsAnOldServersAnswer(String result) {
        assertLegacy(answered(result), ProtocolVersion.V2025_11_25);
    }

    @Test
    @Verifies({"B-7", "B-13", "A-29"})
    void unsupportedVersionThatNamesAModernRevisionIsAskedAgain() {
        var verdict = ProbeVerdict.of(refused(-32022, "{'supported':['2025-11-25','2026-07-28']}"), ALL);
        assertThat(verdict).isEqualTo(new ProbeVerdict.AskAgain(ProtocolVersion.V2026_07_28));
    }

    @Test
    void unsupportedVersionThatNamesOnlyOldRevisionsLeadsToAHandshake() {
        assertLegacy(refused(-32022, "{'supported':['2025-03-26','2025-06-18']}"), ProtocolVersion.V2025_06_18);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'supported':['2099-01-01']}", "{'supported':[]}", "{}", ""})
    void unsupportedVersionWithNothingInCommonFailsWithoutAHandshake(String data) {
        assertThat(ProbeVerdict.of(refused(-32022, data), ALL))
                .isInstanceOfSatisfying(
                        ProbeVerdict.Fail.class,
                        fail -> assertThat(fail.error()).isInstanceOf(VersionException.class));
    }

    @ParameterizedTest
    @ValueSource(ints = {-32020, -32021})
    @Verifies({"B-13", "A-29"})
    void errorsThatOnlyModernServersKnowSurface(int code) {
        assertThat(ProbeVerdict.of(refused(code, ""), ALL))
                .isInstanceOfSatisfying(
                        ProbeVerdict.Fail.class,
                        fail -> assertThat(fail.error()).isInstanceOf(ServerErrorException.class));
    }

    @ParameterizedTest
    @ValueSource(ints = {-32601, -32602, -32600, -32700, -32603, -32000, -32001, -32002, -32004, 0, 1, 401, -1})
    @Verifies({"B-11", "A-28"})
    void anyOtherErrorIsAnOldServers(int code) {
        assertLegacy(refused(code, "{'supported':['2026-07-28']}"), ProtocolVersion.V2025_11_25);
    }

    @Test
    void silenceOnAPipeIsAnOldServers() {
        assertLegacy(new ProbeOutcome.Silent(Duration.ofSeconds(2)), ProtocolVersion.V2025_11_25);
    }

    @Test
    void leavingIsAnOldServers() {
        assertLegacy(new ProbeOutcome.HungUp("exit 1"), ProtocolVersion.V2025_11_25);
    }

    @Test
    void anUnreadableAnswerIsAnOldServers() {
        assertLegacy(new ProbeOutcome.Garbled("not JSON"), ProtocolVersion.V2025_11_25);
    }

    @Test
    @Verifies("B-14")
    void anOldServerFailsClearlyWhereOnlyTheModernRevisionIsAllowed() {
        for (var outcome : List.of(
                refused(-32601, ""), new ProbeOutcome.Silent(Duration.ofSeconds(2)), answered("{'tools':[]}"))) {
            assertThat(ProbeVerdict.of(outcome, MODERN_ONLY))
                    .isInstanceOfSatisfying(
                            ProbeVerdict.Fail.class,
                            fail -> assertThat(fail.error())
                                    .isInstanceOf(UnsupportedFeatureException.class)
                                    .hasMessageContaining("does not speak 2026-07-28"));
        }
    }

    @Test
    void onlyAllowedRevisionsAreOffered() {
        assertThat(ProbeVerdict.of(refused(-32601, ""), OLDEST_AND_NEWEST))
                .isInstanceOfSatisfying(
                        ProbeVerdict.Legacy.class,
                        legacy -> assertThat(legacy.offer()).isEqualTo(ProtocolVersion.V2024_11_05));
        assertThat(ProbeVerdict.of(answered("{'supportedVersions':['2025-11-25']}"), OLDEST_AND_NEWEST))
                .isInstanceOf(ProbeVerdict.Fail.class);
    }

    // What only a server on HTTP can do.

    private static ProbeOutcome rejected(int status) {
        return new ProbeOutcome.Rejected(new HttpStatusException("server/discover", "s", status, "no", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405, 406, 415, 422})
    @Verifies({"B-12", "B-11"})
    void aStatusThatOldServersMeetTheUnknownWithIsAnOldServers(int status) {
        assertThat(ProbeVerdict.of(rejected(status), HTTP))
                .isInstanceOfSatisfying(ProbeVerdict.Legacy.class, legacy -> {
                    assertThat(legacy.offer()).isEqualTo(ProtocolVersion.V2025_11_25);
                    assertThat(legacy.because()).contains(Integer.toString(status));
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308, 402, 408, 409, 410, 413, 421, 429, 431, 451, 500, 501, 502, 503, 504})
    @Verifies("B-12")
    void anyOtherStatusSaysNothingAboutTheEra(int status) {
        var outcome = rejected(status);
        assertThat(ProbeVerdict.of(outcome, HTTP))
                .isEqualTo(new ProbeVerdict.Fail(((ProbeOutcome.Rejected) outcome).why()));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    @Verifies({"B-12", "D-27"})
    void whoeverDemandsAuthorizationHasSaidNothingAboutItsEra(int status) {
        var why = new AuthorizationException("server/discover", "s", Challenge.of(status, List.of()));
        assertThat(ProbeVerdict.of(new ProbeOutcome.Rejected(why), HTTP)).isEqualTo(new ProbeVerdict.Fail(why));
    }

    @Test
    @Verifies("B-12")
    void whoeverCannotBeReachedHasSaidNothingAboutItsEra() {
        for (var why : List.of(
                new UnavailableException("server/discover", "s", "refused", null),
                new ConnectionLostException("server/discover", "s", "reset", true, null))) {
            assertThat(ProbeVerdict.of(new ProbeOutcome.Rejected(why), HTTP)).isEqualTo(new ProbeVerdict.Fail(why));
        }
    }

    @Test
    @Verifies("B-12")
    void successWithoutAnAnswerIsAnOldServers() {
        for (var outcome : List.of(
                new ProbeOutcome.Rejected(new ProtocolViolationException("empty response (HTTP 202)")),
                new ProbeOutcome.Rejected(new ProtocolViolationException("unexpected content type text/html")),
                new ProbeOutcome.Garbled("no response in it"),
                answered("{'ok':true}"))) {
            assertThat(ProbeVerdict.of(outcome, HTTP)).isInstanceOf(ProbeVerdict.Legacy.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-32601, -32602, -32600, -32700, -32000, -32001})
    @Verifies({"B-12", "B-11"})
    void anErrorThatAnyServerKnowsIsAnOldServersOnHttpToo(int code) {
        assertThat(ProbeVerdict.of(refused(code, ""), HTTP)).isInstanceOf(ProbeVerdict.Legacy.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-32020, -32021})
    @Verifies({"B-12", "B-13"})
    void anErrorThatOnlyModernServersKnowIsReportedOnHttpToo(int code) {
        assertThat(ProbeVerdict.of(refused(code, ""), HTTP)).isInstanceOf(ProbeVerdict.Fail.class);
    }

    @Test
    @Verifies({"B-12", "B-14"})
    void aStatusIsReportedWhereNoOlderRevisionIsAllowed() {
        assertThat(ProbeVerdict.of(rejected(404), MODERN_ONLY))
                .isInstanceOfSatisfying(
                        ProbeVerdict.Fail.class,
                        fail -> assertThat(fail.error())
                                .isInstanceOf(UnsupportedFeatureException.class)
                                .hasMessageContaining("404"));
    }
}
