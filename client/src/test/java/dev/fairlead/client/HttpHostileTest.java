package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.INITIALIZE;
import static dev.fairlead.client.HttpTrials.NOISE;
import static dev.fairlead.client.HttpTrials.charge;
import static dev.fairlead.client.HttpTrials.connect;
import static dev.fairlead.client.HttpTrials.count;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.hostile;
import static dev.fairlead.client.HttpTrials.ledger;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.time;
import static dev.fairlead.client.HttpTrials.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong statuses, wrong ways, wrong answers: what a client must survive from a server on HTTP. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HttpHostileTest {
    /** What tells a program from a person. */
    private static final List<String> JAVA = List.of("Exception", "java.", "okhttp", "null", "\u001b");

    // Every error status, odd bodies, foreign ids.

    @ParameterizedTest
    @ValueSource(
            ints = {
                300, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 415, 418, 422, 431, 500, 501, 502, 504, 599
            })
    @Verifies("D-11")
    void anErrorStatusFailsItsCallAtOnceAndIsNamedWhateverComesWithIt(int status) {
        for (var era : Era.values()) {
            for (var body : List.of("html", "empty", "json", "foreign", "null", "long", "\u001b[2Jbad\u0000\nnews")) {
                try (var stage = hostile(era, "http-status", "--status", "" + status, "--body", body);
                        var client = connect(stage)) {
                    ledger(client);
                    var failure = catchThrowableOfType(McpException.class, () -> charge(client, "k"));
                    assertThat(failure).as("%s %s", era, body).isNotNull();
                    assertThat(failure.getMessage())
                            .hasSizeLessThan(700)
                            .contains("tools/call", "'S'")
                            .doesNotContain(JAVA);
                    checkKind(failure, status, body);
                    assertThat(stage.charged("k")).isZero();
                    assertThat(ledger(client)).isEqualTo("{}");
                }
            }
        }
    }

    private static void checkKind(McpException failure, int status, String body) {
        boolean told = Set.of("json", "foreign", "null").contains(body);
        if (status == 401 || status == 403) {
            assertThat(failure).isInstanceOf(AuthorizationException.class).hasMessageContaining("HTTP " + status);
        } else if (told && failure instanceof ServerErrorException refused) {
            assertThat(refused.error().code()).isEqualTo(-32000);
        } else {
            assertThat(failure).hasMessageContaining("HTTP " + status);
            assertThat(((HttpStatusException) failure).status()).isEqualTo(status);
        }
        assertThat(failure.maybeExecuted())
                .isEqualTo(failure instanceof ServerErrorException || status >= 500 || status == 408);
    }

    @EachEra
    void whatIsTooLargeForTheServerIsReportedAsThat(Era era) {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().once(CALL, Fault.answer(413));
            assertThatThrownBy(() -> echo(client, "x")).hasMessageContainingAll("HTTP 413", "too large");
            front.faults().once(CALL, Fault.answer(431));
            assertThatThrownBy(() -> echo(client, "x")).hasMessageContainingAll("HTTP 431", "too large");
        }
    }

    @EachEra
    void anErrorIsReadWhateverComesBeforeIt(Era era) {
        var error = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32602,\"message\":\"too loud\"}}";
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            for (var before : List.of("", "\ufeff", "\r\n \t", "\ufeff\n")) {
                front.faults()
                        .once(CALL, Fault.answer(400, Map.of("Content-Type", "application/json"), before + error));
                assertThatThrownBy(() -> echo(client, "x"))
                        .isInstanceOf(ServerErrorException.class)
                        .hasMessageContaining("too loud");
            }
            assertThat(count(front, INITIALIZE)).isLessThanOrEqualTo(1);
        }
    }

    // Redirects.

    @EachEra
    void whoIsSentElsewhereForTheAnswerMayHaveBeenServed(Era era) {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().once(CALL, Fault.redirect(303, "/done"));
            assertThatThrownBy(() -> echo(client, "x"))
                    .isInstanceOfSatisfying(
                            HttpStatusException.class,
                            seeOther -> assertThat(seeOther.maybeExecuted()).isTrue());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectToAnotherServerIsNotFollowedAndItSeesNothing(int status) {
        for (var era : Era.values()) {
            try (var stage = hostile(era, "http-redirect", "--status", "" + status);
                    var client = connect(to(stage.url())
                            .withHeader("Authorization", "Bearer secret")
                            .withHeader("X-Api-Key", "secret"))) {
                ledger(client);
                assertThatThrownBy(() -> charge(client, "k"))
                        .isInstanceOfSatisfying(
                                HttpStatusException.class,
                                refused -> assertThat(refused.status()).isEqualTo(status))
                        .hasMessageContainingAll("tools/call", "'S'", "HTTP " + status);
                assertThat(stage.canary()).isEmpty();
                assertThat(stage.ledger()).isEmpty();
                assertThat(ledger(client)).isEqualTo("{}");
            }
        }
    }

    @EachEra
    void aRedirectAtTheDoorToAnotherServerIsNotFollowed(Era era) {
        try (var stage = hostile(era, "ok")) {
            stage.front().faults().on(request -> true, Fault.redirect(308, stage.canaryOrigin() + "/stolen"));
            assertThatThrownBy(() -> connect(to(stage.url()).withHeader("Authorization", "Bearer secret")))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContainingAll("another origin", stage.canaryOrigin());
            assertThat(stage.canary()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"LEGACY, self", "LEGACY, loop", "MODERN, self", "MODERN, loop"})
    void aRedirectThatLeadsInACircleIsFollowedFiveTimes(Era era, String way) {
        try (var stage = hostile(era, "http-redirect", "--to", way);
                var client = connect(stage)) {
            ledger(client);
            long before = count(stage.front(), CALL);
            assertThatThrownBy(() -> charge(client, "k"))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("redirects more than 5 times");
            assertThat(count(stage.front(), CALL) - before).isEqualTo(6);
            assertThat(ledger(client)).isEqualTo("{}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "ftp://127.0.0.1/x", "javascript:alert(1)", "http://", "http://[", ""})
    void aRedirectToSomethingElseIsRefused(String way) {
        for (var era : Era.values()) {
            try (var stage = hostile(era, "http-redirect", "--to", way);
                    var client = connect(stage)) {
                ledger(client);
                assertThatThrownBy(() -> charge(client, "k"))
                        .isInstanceOf(HttpStatusException.class)
                        .hasMessageContaining("HTTP 307");
                assertThat(ledger(client)).isEqualTo("{}");
            }
        }
    }

    @EachEra
    void aRedirectWithinTheServerIsFollowedWithEverything(Era era) {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(to(front.url()).withHeader("X-Api-Key", "k"))) {
            client.listTools();
            front.faults().once(CALL, Fault.redirect(307, "/mcp?moved=1"));
            assertThat(echo(client, "x")).isEqualTo("x");
            var moved = front.requests().stream().filter(CALL).toList().getLast();
            assertThat(moved.query()).isEqualTo("moved=1");
            assertThat(moved.method()).isEqualTo("POST");
            assertThat(moved.header("X-Api-Key")).contains("k");
        }
    }

    // Wrong type, empty answers.

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "text/plain; charset=utf-8", "image/png", "application/xml"})
    void anAnswerOfAnotherTypeFailsItsCallAtOnceByName(String type) {
        for (var era : Era.values()) {
            try (var stage = hostile(era, "http-wrong-type", "--type", type);
                    var client = connect(stage)) {
                ledger(client);
                var elapsed = time(() -> assertThatThrownBy(() -> charge(client, "k"))
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContainingAll(
                                "tools/call", "'S'", "unexpected content type " + type.replaceAll(";.*", "")));
                assertThat(elapsed).isLessThan(NOISE);
                assertThat(ledger(client)).isEqualTo("{}");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 204})
    void anEmptyAnswerFailsItsCallAtOnceByName(int status) {
        for (var era : Era.values()) {
            try (var stage = hostile(era, "http-empty", "--status", "" + status);
                    var client = connect(stage)) {
                ledger(client);
                var elapsed = time(() -> assertThatThrownBy(() -> charge(client, "k"))
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("empty response (HTTP %d)".formatted(status)));
                assertThat(elapsed).isLessThan(NOISE);
                assertThat(ledger(client)).isEqualTo("{}");
            }
        }
    }

    // Retry-After nonsense.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-5",
                "1.5",
                "soon",
                "NaN",
                "Thu, 01 Jan 1970 00:00:00 GMT",
                "Thu, 99 Foo 2099 00:00:00 GMT",
                "00000000000000000000000000000000"
            })
    void aServerThatAsksForNonsenseIsLeftInPeaceForAWhileAndTriedThreeTimes(String nonsense) {
        try (var stage = HostileHttp.mode("retry-after", "--value", nonsense);
                var client = connect(stage)) {
            ledger(client);
            long before = count(stage.front(), CALL);
            var elapsed = time(() -> assertThatThrownBy(() -> charge(client, "k"))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContainingAll("HTTP 503", "three times"));
            assertThat(elapsed)
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3).plus(NOISE));
            assertThat(count(stage.front(), CALL) - before).isEqualTo(3);
            assertThat(ledger(client)).isEqualTo("{}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "3600", "2147483648", "99999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void aServerThatAsksForTooMuchIsGivenUpAtOnceWithinTheLimitOfTheCall(String long_) {
        try (var stage = HostileHttp.mode("retry-after", "--value", long_, "--status", "429");
                var client = connect(stage)) {
            ledger(client);
            var elapsed = time(() -> assertThatThrownBy(() ->
                            client.callTool("charge", Map.of("key", "k"), CallOptions.within(Duration.ofSeconds(30))))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContainingAll("HTTP 429", "60 s"));
            assertThat(elapsed).isLessThan(Duration.ofSeconds(15));
            assertThat(ledger(client)).isEqualTo("{}");
        }
    }

    // Floods and broken framing.

    @ParameterizedTest
    @CsvSource({
        "http-header-flood, 0, connection lost",
        "http-1xx-flood, 0, connection lost",
        "http-chunk-evil, 0, connection lost",
        "http-chunk-evil, 1, connection lost",
        "http-chunk-evil, 2, connection lost",
        "http-chunk-evil, 3, connection lost",
        "http-chunk-evil, 4, malformed response"
    })
    void aFloodOrBrokenFramingFailsItsCallAloneAndItsConnectionIsNotUsedAgain(String mode, String way, String why) {
        for (var era : Era.values()) {
            try (var stage = hostile(era, mode, "--v", way);
                    var client = connect(stage)) {
                ledger(client);
                assertThatThrownBy(() -> charge(client, "k")).isInstanceOfSatisfying(McpException.class, failure -> {
                    assertThat(failure.getMessage())
                            .hasSizeLessThan(700)
                            .contains("tools/call", "'S'", why)
                            .doesNotContain(JAVA);
                    assertThat(failure.maybeExecuted()).isTrue();
                });
                assertThat(ledger(client)).startsWith("{");
                var calls = stage.front().requests().stream().filter(CALL).toList();
                assertThat(calls.getLast().connection())
                        .isNotEqualTo(calls.get(calls.size() - 2).connection());
                assertThat(stage.charged("k")).isLessThanOrEqualTo(1);
            }
        }
    }
}
