package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.BareServer.Deed;
import dev.fairlead.wire.http.FetchException.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import okio.GzipSink;
import okio.Okio;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedFetchTest {
    private static final LocalCertificate CERTIFICATE = LocalCertificate.ofLocalhost();
    private static final MockResponse OK =
            new MockResponse.Builder().body("{\"a\":\"é\"}").build();
    private static final int LIMIT = 1 << 20;
    private static final byte[] FORM = "grant_type=x".getBytes(StandardCharsets.UTF_8);

    private final MockWebServer server = new MockWebServer();
    private final MockWebServer canary = new MockWebServer();
    private HttpEngine engine;
    private GuardedFetch fetch;

    @BeforeEach
    void open() throws Exception {
        server.start();
        canary.start();
        engine = HttpEngine.builder().tls(CERTIFICATE.trust()).build();
        fetch = new GuardedFetch(engine, AddressPolicy.forServer("http://localhost:1/mcp"));
    }

    @AfterEach
    void close() {
        engine.close();
        server.close();
        canary.close();
    }

    @Nested
    class Asking {
        @Test
        void anAnswerIsHandedOverWithStatusHeadersAndText() throws Exception {
            server.enqueue(OK.newBuilder()
                    .code(404)
                    .addHeader("X-A", "1")
                    .addHeader("X-A", "2")
                    .build());
            var fetched = get("/a?b=c");
            assertThat(fetched.status()).isEqualTo(404);
            assertThat(fetched.headers().get("x-a")).contains("1");
            assertThat(fetched.text()).isEqualTo("{\"a\":\"é\"}");
            assertThat(fetched).hasToString("Fetched[404, 10 bytes]");
            assertThat(server.takeRequest().getRequestLine()).isEqualTo("GET /a?b=c HTTP/1.1");
        }

        @Test
        void jsonIsAskedForUnlessTheCallerWantsSomethingElse() throws Exception {
            server.enqueue(OK);
            server.enqueue(OK);
            get("/");
            fetch.get(at("/"), Headers.NONE.with("accept", "text/plain").with("X-B", "c"), soon());
            var plain = server.takeRequest().getHeaders();
            assertThat(plain.values("Accept")).containsExactly("application/json");
            assertThat(plain.get("User-Agent")).startsWith("fairlead/");
            var special = server.takeRequest().getHeaders();
            assertThat(special.values("Accept")).containsExactly("text/plain");
            assertThat(special.get("X-B")).isEqualTo("c");
        }

        @Test
        void aPostCarriesItsBodyAndTypeAsGiven() throws Exception {
            server.enqueue(OK);
            var type = "application/x-www-form-urlencoded";
            assertThat(post("/token", type).status()).isEqualTo(200);
            var request = server.takeRequest();
            assertThat(request.getRequestLine()).isEqualTo("POST /token HTTP/1.1");
            assertThat(request.getHeaders().values("Content-Type")).containsExactly(type);
            assertThat(request.getBody().utf8()).isEqualTo("grant_type=x");
        }

        @Test
        void cookiesAreNeitherKeptNorSent() throws Exception {
            server.enqueue(OK.newBuilder().addHeader("Set-Cookie", "a=b").build());
            server.enqueue(OK);
            get("/");
            get("/");
            server.takeRequest();
            assertThat(server.takeRequest().getHeaders().get("Cookie")).isNull();
        }

        @Test
        void aConnectionThatTheServerHasLeftCostsNothing() throws Exception {
            try (var bare = BareServer.plain().will(Deed.ANSWER_AND_LEAVE, Deed.ANSWER_AND_LEAVE)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(post(bare).text()).isEqualTo("ok");
                    assertThat(bare.awaitDeed()).isNotNull();
                }
                assertThat(bare.executions()).isEqualTo(3);
            }
        }

        @Test
        @Tag("K-7")
        void whatThePolicyForbidsIsNotAsked() throws Exception {
            var strict = new GuardedFetch(engine, AddressPolicy.strict());
            var url = at("/");
            assertThat(failure(Kind.REFUSED, () -> strict.get(url, Headers.NONE, soon()))
                            .maybeSeen())
                    .isFalse();
            failure(Kind.REFUSED, () -> strict.post(url, "text/plain", FORM, Headers.NONE, soon()));
            assertThat(server.getRequestCount()).isZero();
        }
    }

    @Nested
    @Tag("K-9")
    class Redirects {
        @ParameterizedTest
        @ValueSource(ints = {301, 302, 303, 307, 308})
        void withinTheOriginAreFollowed(int status) throws Exception {
            server.enqueue(redirect(status, "/b?c"));
            server.enqueue(redirect(status, at("/d")));
            server.enqueue(redirect(status, "e"));
            server.enqueue(OK);
            assertThat(fetch.get(at("/a"), Headers.NONE.with("X-B", "c"), soon())
                            .status())
                    .isEqualTo(200);
            for (var path : new String[] {"/a", "/b?c", "/d", "/e"}) {
                var request = server.takeRequest();
                assertThat(request.getTarget()).isEqualTo(path);
                assertThat(request.getHeaders().get("X-B")).isEqualTo("c");
            }
        }

        @Test
        void areFollowedThreeTimesAtMost() {
            for (int i = 0; i < 5; i++) {
                server.enqueue(redirect(302, "/"));
            }
            assertThat(failure(Kind.REFUSED, () -> get("/"))).hasMessageContaining("more than 3 times");
            assertThat(server.getRequestCount()).isEqualTo(4);
        }

        @ParameterizedTest
        @ValueSource(ints = {301, 302, 303, 307, 308})
        void toAnotherOriginAreRefused(int status) {
            server.enqueue(redirect(status, canary.url("/hush").toString()));
            assertThat(failure(Kind.REFUSED, () -> get("/")))
                    .hasMessage(
                            "GET at 'localhost:%d': it redirects to another origin, http://localhost:%d, which is not"
                                            .formatted(server.getPort(), canary.getPort())
                                    + " followed; tell its operator, or use the address that is right");
            assertThat(canary.getRequestCount()).isZero();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "//127.0.0.1:%d/",
                    "https://localhost:%d/",
                    "https://169.254.169.254/",
                    "//user:hush@localhost:%d/",
                    "\\\\127.0.0.1:%d\\",
                    "http://[::1]:%d/",
                    "file:///etc/passwd",
                    "javascript:alert(1)",
                    "http://",
                })
        void toAnythingButTheOriginAreRefused(String location) {
            server.enqueue(redirect(302, location.replace("%d", String.valueOf(server.getPort()))));
            server.enqueue(OK);
            assertThat(failure(Kind.REFUSED, () -> get("/"))).hasMessageNotContaining("hush");
            assertThat(server.getRequestCount()).isEqualTo(1);
        }

        @Test
        void fromHttpsToHttpAreRefused() throws Exception {
            try (var secure = new MockWebServer()) {
                secure.useHttps(CERTIFICATE.server().getSocketFactory());
                secure.start();
                secure.enqueue(redirect(302, canary.url("/").toString()));
                secure.enqueue(redirect(302, "http://localhost:%d/".formatted(secure.getPort())));
                var url = secure.url("/").toString();
                failure(Kind.REFUSED, () -> fetch.get(url, Headers.NONE, soon()));
                failure(Kind.REFUSED, () -> fetch.get(url, Headers.NONE, soon()));
                assertThat(secure.getRequestCount()).isEqualTo(2);
                assertThat(canary.getRequestCount()).isZero();
            }
        }

        @Test
        void withoutATargetAreRefused() {
            server.enqueue(new MockResponse.Builder().code(302).build());
            failure(Kind.REFUSED, () -> get("/"));
        }

        @ParameterizedTest
        @ValueSource(ints = {300, 301, 302, 303, 304, 305, 307, 308})
        void ofAPostAreRefused(int status) {
            server.enqueue(redirect(status, "/other"));
            server.enqueue(OK);
            assertThat(failure(Kind.REFUSED, () -> post("/", "text/plain")).maybeSeen())
                    .isTrue();
            assertThat(server.getRequestCount()).isEqualTo(1);
        }

        @Test
        void withAnEndlessBodyAreNotReadToTheirEnd() throws Exception {
            server.enqueue(redirect(302, "/b")
                    .newBuilder()
                    .chunkedBody("x".repeat(4 * LIMIT), 8192)
                    .throttleBody(8192, 1, TimeUnit.SECONDS)
                    .build());
            server.enqueue(OK);
            assertThat(get("/").status()).isEqualTo(200);
        }

        @Test
        void leaveTheirConnectionToTheNext() throws Exception {
            server.enqueue(redirect(302, "/b").newBuilder().body("elsewhere").build());
            server.enqueue(redirect(302, "//example.com/"));
            server.enqueue(OK);

            failure(Kind.REFUSED, () -> get("/"));
            get("/");

            assertThat(server.takeRequest().getConnectionIndex()).isZero();
            assertThat(server.takeRequest().getConnectionIndex()).isZero();
            assertThat(server.takeRequest().getConnectionIndex()).isZero();
        }

        private MockResponse redirect(int status, String location) {
            return new MockResponse.Builder()
                    .code(status)
                    .addHeader("Location", location)
                    .build();
        }
    }

    @Nested
    class Sizes {
        @Test
        void aBodyOfTheLimitIsRead() throws Exception {
            server.enqueue(body(LIMIT));
            server.enqueue(new MockResponse.Builder()
                    .chunkedBody("x".repeat(LIMIT), 8192)
                    .build());
            assertThat(get("/").body()).hasSize(LIMIT);
            assertThat(get("/").body()).hasSize(LIMIT);
        }

        @Test
        void aBodyBeyondTheLimitIsNotRead() {
            server.enqueue(body(LIMIT + 1));
            server.enqueue(new MockResponse.Builder()
                    .chunkedBody("x".repeat(LIMIT + 1), 8192)
                    .build());
            for (int i = 0; i < 2; i++) {
                assertThat(failure(Kind.TOO_LARGE, () -> get("/"))).hasMessageContaining("larger than 1 MiB");
            }
        }

        @Test
        void aBodyThatSaysItIsHugeIsNotWaitedFor() {
            server.enqueue(
                    OK.newBuilder().setHeader("Content-Length", "99999999999").build());
            failure(Kind.TOO_LARGE, () -> get("/"));
        }

        @Test
        void aCompressedBodyIsInflated() throws Exception {
            server.enqueue(compressed(LIMIT, "gzip"));
            assertThat(get("/").body()).hasSize(LIMIT);
        }

        @Test
        void theLimitCountsInflatedBytes() throws Exception {
            server.enqueue(compressed(LIMIT + 1, "gzip"));
            server.enqueue(compressed(256 * LIMIT, "gzip"));
            failure(Kind.TOO_LARGE, () -> get("/"));
            failure(Kind.TOO_LARGE, () -> get("/"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"br", "deflate", "gzip, gzip", "zstd"})
        void otherEncodingsAreNotRead(String encoding) throws Exception {
            server.enqueue(compressed(10, encoding));
            server.enqueue(OK);

            failure(Kind.BAD_ANSWER, () -> get("/"));
            get("/");

            assertThat(server.takeRequest().getConnectionIndex()).isZero();
            assertThat(server.takeRequest().getConnectionIndex()).isZero();
        }

        @Test
        void aDamagedEncodingIsABadAnswer() {
            server.enqueue(OK.newBuilder().addHeader("Content-Encoding", "gzip").build());
            assertThat(failure(Kind.BAD_ANSWER, () -> get("/"))).hasMessageContaining("its answer is damaged");
        }

        private MockResponse body(int size) {
            return new MockResponse.Builder().body("x".repeat(size)).build();
        }

        private MockResponse compressed(int size, String encoding) throws IOException {
            var packed = new Buffer();
            try (var sink = Okio.buffer(new GzipSink(packed))) {
                var piece = new byte[1 << 16];
                for (int left = size; left > 0; left -= piece.length) {
                    sink.write(piece, 0, Math.min(left, piece.length));
                }
            }
            return new MockResponse.Builder()
                    .body(packed)
                    .addHeader("Content-Encoding", encoding)
                    .build();
        }
    }

    @Nested
    class Failures {
        @Test
        void aPostToNobodyWasNotSeen() throws Exception {
            int port;
            try (var gone = new MockWebServer()) {
                gone.start();
                port = gone.getPort();
            }
            var url = "http://localhost:%d/".formatted(port);
            var failure = failure(Kind.UNREACHABLE, () -> fetch.post(url, "text/plain", FORM, Headers.NONE, soon()));
            assertThat(failure.maybeSeen()).isFalse();
            assertThat(failure).hasMessageContaining("localhost:" + port).hasMessageContaining("connection refused");
        }

        @Test
        void aPostThatIsNotAnsweredMayHaveBeenSeenAndIsNotRepeated() throws Exception {
            try (var bare = BareServer.plain().will(Deed.ANSWER, Deed.LEAVE)) {
                post(bare);
                assertThat(failure(Kind.UNREACHABLE, () -> post(bare)).maybeSeen())
                        .isTrue();
                assertThat(bare.executions()).isEqualTo(2);
            }
        }

        @Test
        void anAnswerThatEndsEarlyIsAFailure() {
            server.enqueue(OK.newBuilder()
                    .setHeader("Content-Length", "100")
                    .onResponseEnd(new SocketEffect.CloseSocket())
                    .build());
            assertThat(failure(Kind.UNREACHABLE, () -> get("/"))).hasMessageContaining("ended early");
        }

        @Test
        void anUntrustedCertificateIsAFailureThatSaysSo() throws Exception {
            try (var secure = BareServer.secure(LocalCertificate.ofLocalhost().server())) {
                var url = secure.url().toString();
                var failure = failure(Kind.UNREACHABLE, () -> fetch.get(url, Headers.NONE, soon()));
                assertThat(failure.maybeSeen()).isFalse();
                assertThat(failure).hasMessageContaining("certificate");
            }
        }

        @Test
        void aClosedEngineFetchesNothing() {
            engine.close();
            assertThat(failure(Kind.UNREACHABLE, () -> get("/")))
                    .hasMessageContaining("this HTTP engine is closed")
                    .returns(false, FetchException::maybeSeen);
            assertThat(server.getRequestCount()).isZero();
        }

        @Test
        void theClosingOfTheEngineEndsAFetch() throws Exception {
            try (var bare = BareServer.plain().will(Deed.HANG)) {
                var waiting = Running.run(true, () -> post(bare));
                assertThat(bare.awaitDeed()).isEqualTo(Deed.HANG);
                engine.close();
                assertThat(waiting.failure()).isInstanceOfSatisfying(FetchException.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
                    assertThat(failure.maybeSeen()).isTrue();
                    assertThat(failure).hasMessageContaining("engine was closed");
                });
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 xyz hush-hush",
        "hush-hush",
        "HTTP/9 200 hush-hush",
    })
    void anAnswerThatIsNoHttpIsABadOneAndNotQuoted(String statusLine) {
        server.enqueue(OK.newBuilder().status(statusLine).build());
        var failure = failure(Kind.BAD_ANSWER, () -> get("/?hush-hush"));
        assertThat(trace(failure)).doesNotContain("hush-hush");
    }

    @Test
    void noFailureShowsMoreOfAnAddressThanItsHost() throws Exception {
        server.enqueue(OK.newBuilder()
                .code(302)
                .addHeader("Location", canary.url("/hush?hush").toString())
                .build());
        server.enqueue(OK.newBuilder().setHeader("Content-Length", "99999999").build());
        server.enqueue(OK.newBuilder().addHeader("Content-Encoding", "gzip").build());
        server.enqueue(OK.newBuilder().addHeader("Content-Encoding", "hush").build());
        var path = "/hush?code=hush#hush";
        for (var kind : new Kind[] {Kind.REFUSED, Kind.TOO_LARGE, Kind.BAD_ANSWER, Kind.BAD_ANSWER}) {
            assertThat(trace(failure(kind, () -> get(path))))
                    .contains("localhost")
                    .doesNotContain("hush");
        }
        try (var bare = BareServer.plain().will(Deed.LEAVE, Deed.HANG)) {
            var url = bare.url() + "hush?hush";
            var left =
                    failure(Kind.UNREACHABLE, () -> fetch.get(url, Headers.NONE.with("Authorization", "hush"), soon()));
            assertThat(trace(left)).contains("localhost").doesNotContain("hush");
            var brief = Deadline.after(Duration.ofMillis(300));
            var slow = failure(Kind.TOO_SLOW, () -> fetch.get(url, Headers.NONE, brief));
            assertThat(trace(slow)).contains("localhost").doesNotContain("hush");
        }
    }

    private Fetched get(String path) throws Exception {
        return fetch.get(at(path), Headers.NONE, soon());
    }

    private Fetched post(String path, String type) throws Exception {
        return fetch.post(at(path), type, FORM, Headers.NONE, soon());
    }

    private Fetched post(BareServer bare) throws Exception {
        return fetch.post(bare.url().toString(), "text/plain", FORM, Headers.NONE, soon());
    }

    private String at(String path) {
        return "http://localhost:%d%s".formatted(server.getPort(), path);
    }

    private static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(60));
    }

    private static String trace(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static FetchException failure(Kind kind, ThrowingCallable work) {
        var failure = catchThrowableOfType(FetchException.class, work);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind);
        return failure;
    }
}
