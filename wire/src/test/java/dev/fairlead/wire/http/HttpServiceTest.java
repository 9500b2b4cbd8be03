package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.BareServer.Deed;
import dev.fairlead.wire.http.FetchException.Kind;
import java.time.Duration;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to services of the user's choice, until their answer begins. */
class HttpServiceTest {
    private static final String KEY = "a-key-that-nobody-may-see";
    private static final Headers SECRET = Headers.NONE.with("X-Api-Key", KEY);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final byte[] JSON = "{\"a\":1}".getBytes(UTF_8);

    private final MockWebServer server = new MockWebServer();
    private final HttpEngine engine = HttpEngine.builder().build();

    @AfterEach
    void close() {
        engine.close();
        server.close();
    }

    private HttpService service(String path) {
        return new HttpService(engine, server.url(path).toString(), SECRET);
    }

    private static Deadline soon() {
        return Deadline.after(LONG);
    }

    @Test
    void whatIsPostedArrivesBelowTheAddressWithTheHeaders() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(201)
                .setHeader("X-Made", "yes")
                .setHeader("Retry-After", "7")
                .body("done")
                .build());
        server.start();
        try (var answer = service("/v1/").post("/ask?alt=sse", JSON, Headers.NONE.with("X-More", "2"), soon())) {
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.headers().get("x-made")).contains("yes");
            assertThat(answer.retryAfter()).contains(Duration.ofSeconds(7));
            assertThat(answer.rest(100, soon())).asString(UTF_8).isEqualTo("done");
        }
        var seen = server.takeRequest();
        assertThat(seen.getMethod()).isEqualTo("POST");
        assertThat(seen.getTarget()).isEqualTo("/v1/ask?alt=sse");
        assertThat(seen.getBody().utf8()).isEqualTo("{\"a\":1}");
        assertThat(seen.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(seen.getHeaders().get("X-Api-Key")).isEqualTo(KEY);
        assertThat(seen.getHeaders().get("X-More")).isEqualTo("2");
        assertThat(seen.getHeaders().get("Accept-Encoding")).isEqualTo("identity");
    }

    @Test
    void whatIsGotIsSmall() throws Exception {
        server.enqueue(new MockResponse.Builder().body("[]").build());
        server.start();
        assertThat(service("/").get("models", Headers.NONE, soon()).text()).isEqualTo("[]");
        assertThat(server.takeRequest().getHeaders().get("X-Api-Key")).isEqualTo(KEY);
    }

    @Test
    void whatIsPostedIsNotRedirectedEvenToItsOwnOrigin() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(307)
                .setHeader("Location", "/other")
                .build());
        server.start();
        var failure = catchThrowableOfType(
                FetchException.class, () -> service("/").post("x?key=" + KEY, JSON, Headers.NONE, soon()));
        assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure)
                .hasMessageContaining("it redirects what was posted (HTTP 307)")
                .hasMessageNotContaining(KEY);
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void whatIsGotIsNotFetchedFromAnotherOrigin() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(302)
                .setHeader("Location", "https://elsewhere.example/" + KEY)
                .build());
        server.start();
        var failure =
                catchThrowableOfType(FetchException.class, () -> service("/").get("x", Headers.NONE, soon()));
        assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure)
                .hasMessageContaining("another origin, https://elsewhere.example")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void aServiceThatDoesNotBeginToAnswerIsLeftAtTheDeadline() throws Exception {
        try (var bare = BareServer.plain().will(Deed.HANG)) {
            var service = new HttpService(engine, bare.url().toString(), SECRET);
            var failure = catchThrowableOfType(
                    FetchException.class,
                    () -> service.post("x", JSON, Headers.NONE, Deadline.after(Duration.ofSeconds(1))));
            assertThat(failure.kind()).isEqualTo(Kind.TOO_SLOW);
            assertThat(failure.maybeSeen()).isTrue();
            assertThat(failure).hasMessageContaining("it did not begin to answer in time");
        }
    }

    @Test
    void headersThatDripAreCutOffAtTheDeadline() throws Exception {
        try (var line = new HeldLine()) {
            var service = new HttpService(engine, line.url(), Headers.NONE);
            var asking = Running.run(
                    true, () -> service.post("x", JSON, Headers.NONE, Deadline.after(Duration.ofSeconds(1))));
            var socket = line.asked();
            HeldLine.say(socket, "HTTP/1.1 200 OK\r\nX-A: ");
            assertThat(asking.failure())
                    .isInstanceOfSatisfying(
                            FetchException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(Kind.TOO_SLOW));
            HeldLine.awaitEnd(socket);
        }
    }

    @Test
    void anInterruptEndsTheWaitForTheBeginning() throws Exception {
        try (var bare = BareServer.plain().will(Deed.HANG)) {
            var service = new HttpService(engine, bare.url().toString(), SECRET);
            var asking = Running.run(true, () -> service.post("x", JSON, Headers.NONE, soon()));
            assertThat(bare.awaitDeed()).isEqualTo(Deed.HANG);
            asking.thread().interrupt();
            assertThat(asking.failure()).isExactlyInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void aConnectionThatTheServiceLeftIsPassedOverAndWhatIsPostedIsSentOnce() throws Exception {
        try (var bare = BareServer.plain().will(Deed.ANSWER_AND_LEAVE)) {
            var service = new HttpService(engine, bare.url().toString(), SECRET);
            for (int i = 0; i < 2; i++) {
                try (var answer = service.post("x", JSON, Headers.NONE, soon())) {
                    assertThat(answer.rest(10, soon())).asString(UTF_8).isEqualTo("ok");
                }
                bare.awaitDeed();
            }
            assertThat(bare.executions()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionServesAgainOnceItsAnswerWasReadToTheEnd() throws Exception {
        try (var bare = BareServer.plain()) {
            var service = new HttpService(engine, bare.url().toString(), SECRET);
            for (int i = 0; i < 3; i++) {
                try (var answer = service.post("x", JSON, Headers.NONE, soon())) {
                    assertThat(answer.nextLine(LONG)).contains("ok");
                    assertThat(answer.nextLine(LONG)).isEmpty();
                }
            }
            assertThat(bare.connections()).isEqualTo(1);
        }
    }

    @Test
    void whatWasSentIsNotSentAgainWhenTheServiceLeaves() throws Exception {
        try (var bare = BareServer.plain().will(Deed.LEAVE)) {
            var service = new HttpService(engine, bare.url().toString(), SECRET);
            var failure =
                    catchThrowableOfType(FetchException.class, () -> service.post("x", JSON, Headers.NONE, soon()));
            assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(failure.maybeSeen()).isTrue();
            assertThat(bare.executions()).isEqualTo(1);
        }
    }

    @Test
    void nobodyThereIsUnreachableAndNothingWasSent() throws Exception {
        server.start();
        var service = service("/");
        server.close();
        var failure = catchThrowableOfType(FetchException.class, () -> service.post("x", JSON, Headers.NONE, soon()));
        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure.maybeSeen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://api.example.com", "http://93.184.216.34:8080/v1", "http://llm.lan"})
    void aSecretIsNotSentWhereOthersCanReadIt(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpService(engine, url, SECRET))
                .withMessageContaining("is not sent over http")
                .withMessageNotContaining(KEY);
        assertThat(new HttpService(engine, url, Headers.NONE)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:1/", "http://127.0.0.1/v1", "http://192.168.1.7:11434", "http://nas.local"})
    void aSecretIsSentOverHttpNearby(String url) {
        assertThat(new HttpService(engine, url, SECRET)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:11434",
                "ftp://a.example",
                "https://user:a-key-that-nobody-may-see@a.example",
                "https://a.example?k=a-key-that-nobody-may-see",
                "https://a.example/#a-key-that-nobody-may-see"
            })
    void anAddressIsTheBeginningOfOne(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpService(engine, url, SECRET))
                .withMessageNotContaining(KEY);
    }

    @Test
    void whatTheServiceRepeatsOfTheSecretsIsHidden() {
        var service = new HttpService(engine, "https://a.example", Headers.NONE.with("Authorization", "Bearer " + KEY));
        assertThat(service.hidden("wrong key: " + KEY)).isEqualTo("wrong key: [hidden]");
        assertThat(service).hasToString("a.example");
    }

    @Test
    void anAnswerCompressedUnaskedIsRefused() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .setHeader("Content-Encoding", "br")
                .body("?")
                .build());
        server.start();
        assertThatThrownBy(() -> service("/").post("x", JSON, Headers.NONE, soon()))
                .isInstanceOf(FetchException.class)
                .hasMessageContaining("compressed");
    }
}
