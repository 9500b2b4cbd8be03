package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How requests get past a server that wants to know who is asking. */
@Timeout(60)
class AdmissionTest {
    private static final byte[] MESSAGE = "{}".getBytes(UTF_8);

    private final MockWebServer server = new MockWebServer();
    private final Doorman doorman = new Doorman();
    private HttpEngine engine;

    @BeforeEach
    void open() throws IOException {
        server.start();
        engine = HttpEngine.builder().build();
    }

    @AfterEach
    void close() {
        engine.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "DELETE"})
    @Tag("F-40")
    @Tag("F-41")
    void everyRequestCarriesTheTokenInItsHeaderAndNowhereElse(String method) throws Exception {
        answer(200);
        assertThat(status(method, Headers.NONE)).isEqualTo(200);
        var request = taken();
        assertThat(request.getMethod()).isEqualTo(method);
        assertThat(request.getHeaders().values("Authorization")).containsExactly("Bearer t0");
        assertThat(request.getTarget()).isEqualTo("/mcp?a=b");
        assertThat(doorman.shown).containsExactly(method + " " + url());
        assertThat(doorman.letIn).containsExactly("t0");
    }

    @ParameterizedTest
    @CsvSource({"401, POST", "403, POST", "401, GET", "403, GET"})
    @Tag("F-45")
    void whoIsTurnedAwayTriesAgainWithSomethingBetter(int status, String method) throws Exception {
        answer(status, "WWW-Authenticate", "Bearer error=\"e1\"");
        answer(200);
        assertThat(status(method, Headers.NONE)).isEqualTo(200);
        assertThat(taken().getHeaders().get("Authorization")).isEqualTo("Bearer t0");
        var second = taken();
        assertThat(second.getHeaders().get("Authorization")).isEqualTo("Bearer t1");
        assertThat(second.getMethod()).isEqualTo(method);
        if (method.equals("POST")) {
            assertThat(second.getBody().utf8()).isEqualTo("{}");
        }
        assertThat(doorman.refusals).containsExactly(status + " e1 t0");
        assertThat(doorman.letIn).containsExactly("t1");
    }

    @Test
    void whatWasTurnedAwayWasNotCarriedOut() {
        answer(401);
        doorman.better = refusal -> {
            throw new LoginFailedException("a request", "files", new Challenge(401, List.of()), "no", null);
        };
        assertThat(told("POST").maybeExecuted()).isFalse();
    }

    @Test
    void nobodyKnocksForEver() throws Exception {
        for (int i = 0; i < 10; i++) {
            answer(401);
        }
        assertThat(status("POST", Headers.NONE)).isEqualTo(401);
        assertThat(doorman.refusals).hasSize(3);
        assertThat(server.getRequestCount()).isEqualTo(4);
    }

    @Test
    void whenThereIsNothingBetterTheRefusalStands() throws Exception {
        doorman.better = refusal -> false;
        answer(403);
        assertThat(status("POST", Headers.NONE)).isEqualTo(403);
        assertThat(server.getRequestCount()).isEqualTo(1);
        assertThat(doorman.letIn).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"200, true", "202, true", "400, true", "404, true", "405, true", "500, false", "503, false"})
    void whoeverFindsOtherFaultsHasLetUsIn(int status, boolean in) throws Exception {
        answer(status);
        assertThat(status("POST", Headers.NONE)).isEqualTo(status);
        assertThat(doorman.refusals).isEmpty();
        assertThat(doorman.letIn).hasSize(in ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void nobodySeeksAuthorizationForAFarewell(int status) throws Exception {
        answer(status);
        assertThat(status("DELETE", Headers.NONE)).isEqualTo(status);
        assertThat(taken().getHeaders().get("Authorization")).isEqualTo("Bearer t0");
        assertThat(doorman.refusals).isEmpty();
        assertThat(doorman.letIn).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHeaderOfTheUserIsTheLastWord(boolean ofTheCall) throws Exception {
        answer(401);
        var own = Headers.NONE.with("authorization", "Basic mine");
        var sending = sending(ofTheCall ? Headers.NONE : own);
        try (var response = sending.post(MESSAGE, ofTheCall ? own : Headers.NONE)) {
            assertThat(response.code()).isEqualTo(401);
        }
        assertThat(taken().getHeaders().values("Authorization")).containsExactly("Basic mine");
        assertThat(doorman.shown).isEmpty();
        assertThat(doorman.refusals).isEmpty();
    }

    @Test
    void whatTheAuthorizerSaysReachesTheCaller() {
        answer(401);
        var wall = new TokenRejectedException("a request", "files", new Challenge(401, List.of()), "why", null);
        doorman.better = refusal -> {
            throw wall;
        };
        assertThat(told("POST"))
                .isInstanceOf(TokenRejectedException.class)
                .hasMessageStartingWith("tools/call on server");
        var gone = new UnavailableException("getting authorization", "files", "too slow", null);
        doorman.credential = number -> {
            throw gone;
        };
        assertThat(told("POST")).isSameAs(gone);
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whateverElseTheAuthorizerThrowsIsToldAndNothingWasCarriedOut(boolean atOnce) {
        answer(401);
        var defect = new IllegalStateException("a defect");
        if (atOnce) {
            doorman.credential = number -> {
                throw defect;
            };
        } else {
            doorman.better = number -> {
                throw defect;
            };
        }
        assertThat(told("POST"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContainingAll("tools/call", "a defect")
                .hasCause(defect);
        assertThat(server.getRequestCount()).isEqualTo(atOnce ? 0 : 1);
    }

    @Test
    void anInterruptedSearchEndsTheRequest() {
        answer(401);
        doorman.better = refusal -> {
            throw new Interruption();
        };
        assertThatThrownBy(() -> status("POST", Headers.NONE)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    @Tag("F-42")
    void aRedirectWithinTheOriginIsShownTheTokenForItsOwnAddress() throws Exception {
        answer(307, "Location", "/other");
        answer(200);
        assertThat(status("POST", Headers.NONE)).isEqualTo(200);
        assertThat(taken().getHeaders().get("Authorization")).isEqualTo("Bearer t0");
        var second = taken();
        assertThat(second.getTarget()).isEqualTo("/other");
        assertThat(second.getHeaders().get("Authorization")).isEqualTo("Bearer t1");
        assertThat(doorman.shown).containsExactly("POST " + url(), "POST " + server.url("/other"));
        assertThat(doorman.servers).containsOnly(url().toString());
    }

    @Test
    @Tag("F-42")
    void aRedirectElsewhereIsShownNothing() throws Exception {
        try (var other = new MockWebServer()) {
            other.start();
            answer(307, "Location", other.url("/mcp").toString());
            assertThatThrownBy(() -> status("POST", Headers.NONE)).isInstanceOf(Failed.class);
            assertThat(other.getRequestCount()).isZero();
        }
    }

    @Test
    void refusalsAreCountedOverRedirects() throws Exception {
        answer(401);
        answer(401);
        answer(307, "Location", "/other");
        answer(401);
        answer(401);
        assertThat(status("POST", Headers.NONE)).isEqualTo(401);
        assertThat(doorman.refusals).hasSize(3);
    }

    @Test
    void theAuthorizerHearsTheWholeChallengeAndHowLongItMayTake() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(401)
                .addHeader("WWW-Authenticate", "Basic realm=\"x\"")
                .addHeader("WWW-Authenticate", "Bearer scope=\"a b\", resource_metadata=\"https://m.example\"")
                .addHeader("DPoP-Nonce", "n1")
                .build());
        answer(200);
        assertThat(status("POST", Headers.NONE)).isEqualTo(200);
        var challenge = doorman.challenges.getFirst();
        assertThat(challenge.schemes()).hasSize(2);
        assertThat(challenge.scope()).contains("a b");
        assertThat(challenge.resourceMetadata()).contains("https://m.example");
        assertThat(doorman.answers.getFirst().get("dpop-nonce")).contains("n1");
        assertThat(doorman.patience).allSatisfy(left -> assertThat(left).isLessThanOrEqualTo(Duration.ofSeconds(30)));
    }

    @Test
    void aChallengeThatRepeatsTheTokenIsHeardWithoutIt() throws Exception {
        answer(401, "WWW-Authenticate", "Bearer error_description=\"token t0-very-secret-token is bad\"");
        answer(200);
        doorman.credential = number ->
                new Credential(Headers.NONE.with("Authorization", "Bearer t0-very-secret-token"), "t" + number);
        assertThat(status("POST", Headers.NONE)).isEqualTo(200);
        assertThat(doorman.challenges.getFirst().errorDescription().orElseThrow())
                .doesNotContain("t0-very-secret-token");
    }

    // A token that somebody was given.

    @Test
    @Tag("F-40")
    void aGivenTokenIsShownAndNeverReplaced() throws Exception {
        answer(200);
        assertThat(status(Authorizer.bearer("given"))).isEqualTo(200);
        assertThat(taken().getHeaders().get("Authorization")).isEqualTo("Bearer given");
    }

    @Test
    void aGivenTokenThatIsNotAcceptedIsSaidNotToBe() {
        answer(401, "WWW-Authenticate", "Bearer error=\"invalid_token\"");
        var failed = catchThrowableOfType(Failed.class, () -> status(Authorizer.bearer("given-hush")));
        assertThat(failed.breakage().during("tools/call", "files", true))
                .isInstanceOf(TokenRejectedException.class)
                .hasMessageContainingAll("tools/call", "invalid_token", "the token that was given is not accepted")
                .hasMessageNotContaining("hush");
        assertThat(failed.forWantOfAuthorization()).isTrue();
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void aGivenTokenThatIsGoodForTooLittleIsSaidToBe() throws Exception {
        answer(403, "WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"b\"");
        var failed = catchThrowableOfType(Failed.class, () -> status(Authorizer.bearer("given")));
        assertThat(failed.breakage().during("tools/call", "files", true))
                .isInstanceOf(InsufficientScopeException.class)
                .hasMessageContaining("the scope 'b'");
        answer(403);
        assertThat(status(Authorizer.bearer("given"))).isEqualTo(403);
    }

    @Test
    void nothingOfAGivenTokenIsInTheTexts() throws Exception {
        var authorizer = Authorizer.bearer("hush");
        var target = new HttpTarget("https://a.example/?key=hush", "files", "POST", "https://a.example/?key=hush");
        var credential = authorizer.credential(target, Deadline.never());
        assertThat(authorizer.toString() + credential + target).doesNotContain("hush");
        assertThat(credential.token()).doesNotContain("hush");
        assertThat(Credential.NONE.headers().values()).isEmpty();
    }

    private HttpUrl url() {
        return server.url("/mcp?a=b");
    }

    private void answer(int status, String... headers) {
        var response = new MockResponse.Builder().code(status);
        for (int i = 0; i < headers.length; i += 2) {
            response.addHeader(headers[i], headers[i + 1]);
        }
        server.enqueue(response.build());
    }

    private RecordedRequest taken() throws InterruptedException {
        return server.takeRequest();
    }

    private Sending sending(Headers own) {
        return sending(own, doorman);
    }

    private Sending sending(Headers own, Authorizer authorizer) {
        var endpoint = new Endpoint(
                url(), new OwnHeaders(own), authorizer, engine, "files", 1 << 20, url().toString(), HttpWatcher.NONE);
        return new Sending(endpoint, Deadline.after(Duration.ofSeconds(30)));
    }

    private int status(Authorizer authorizer) throws IOException {
        try (var response = sending(Headers.NONE, authorizer).post(MESSAGE, Headers.NONE)) {
            return response.code();
        }
    }

    private int status(String method, Headers headers) throws IOException {
        try (var response = sent(sending(Headers.NONE), method, headers)) {
            return response.code();
        }
    }

    private static Response sent(Sending sending, String method, Headers headers) throws IOException {
        return switch (method) {
            case "GET" -> sending.listen(headers);
            case "DELETE" -> sending.delete(headers);
            default -> sending.post(MESSAGE, headers);
        };
    }

    private McpException told(String method) {
        var failed = catchThrowableOfType(Failed.class, () -> status(method, Headers.NONE));
        return failed.breakage().during("tools/call", "files", true);
    }

    /** Stands for an interruption where only unchecked exceptions pass. */
    private static final class Interruption extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Shows t0, t1, ... and notes what it hears. */
    private static final class Doorman implements Authorizer {
        final List<String> shown = new CopyOnWriteArrayList<>();
        final List<String> servers = new CopyOnWriteArrayList<>();
        final List<String> refusals = new CopyOnWriteArrayList<>();
        final List<String> letIn = new CopyOnWriteArrayList<>();
        final List<Challenge> challenges = new CopyOnWriteArrayList<>();
        final List<Headers> answers = new CopyOnWriteArrayList<>();
        final List<Duration> patience = new ArrayList<>();
        IntFunction<Credential> credential =
                number -> new Credential(Headers.NONE.with("Authorization", "Bearer t" + number), "t" + number);
        IntFunction<Boolean> better = number -> true;

        @Override
        public Credential credential(HttpTarget target, Deadline left) {
            var next = credential.apply(shown.size());
            shown.add(target.method() + " " + target.url());
            servers.add(target.server());
            patience.add(left.remaining());
            return next;
        }

        @Override
        public boolean turnedAway(
                HttpTarget target, Challenge challenge, Credential held, Headers answer, Deadline left)
                throws InterruptedException {
            challenges.add(challenge);
            answers.add(answer);
            refusals.add(
                    "%d %s %s".formatted(challenge.status(), challenge.error().orElse("-"), held.token()));
            try {
                return better.apply(refusals.size());
            } catch (Interruption stop) {
                throw new InterruptedException();
            }
        }

        @Override
        public void letIn(HttpTarget target, Credential held, Headers answer) {
            letIn.add(held.token());
        }
    }
}
