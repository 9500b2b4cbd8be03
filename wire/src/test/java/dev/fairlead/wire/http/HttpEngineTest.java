package dev.fairlead.wire.http;

import static dev.fairlead.wire.http.Running.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.wire.Release;
import dev.fairlead.wire.http.BareServer.Deed;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okhttp3.HttpUrl;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpEngineTest {
    private static final LocalCertificate CERTIFICATE = LocalCertificate.ofLocalhost();
    private static final MockResponse OK = new MockResponse.Builder().body("ok").build();

    private final MockWebServer server = new MockWebServer();
    private HttpEngine engine;

    @BeforeEach
    void open() {
        engine = HttpEngine.builder().build();
    }

    @AfterEach
    void close() {
        engine.close();
        server.close();
    }

    @Nested
    class NothingIsSentTwice {
        @Test
        void whenTheServerLeavesAFreshConnectionWithoutAnswer() throws Exception {
            try (var bare = BareServer.plain().will(Deed.LEAVE)) {
                assertThatThrownBy(() -> execute(OnceBody.post(bare.url())))
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(StaleConnectionException.class);
                assertThat(bare.executions()).isEqualTo(1);
                assertThat(bare.connections()).isEqualTo(1);
            }
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void whenTheServerLeavesAKeptConnectionWithoutAnswer(boolean http2) throws Exception {
            try (var bare = BareServer.plain().will(Deed.ANSWER, Deed.LEAVE);
                    var other = HttpEngine.builder().http2(http2).build()) {
                assertThat(text(other, OnceBody.post(bare.url()))).isEqualTo("ok");
                assertThatThrownBy(() -> text(other, OnceBody.post(bare.url())))
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(StaleConnectionException.class);
                assertThat(bare.executions()).isEqualTo(2);
                assertThat(bare.connections()).isEqualTo(1);
            }
        }

        @Test
        void whenTheServerLeavesAGetWithoutAnswer() throws Exception {
            try (var bare = BareServer.plain().will(Deed.ANSWER, Deed.LEAVE)) {
                var get = new Request.Builder().url(bare.url()).build();
                assertThat(text(engine, get)).isEqualTo("ok");
                assertThatThrownBy(() -> execute(get)).isInstanceOf(IOException.class);
                assertThat(bare.executions()).isEqualTo(2);
            }
        }

        @ParameterizedTest
        @CsvSource({
            "POST, 408, ''",
            "GET, 408, ''",
            "DELETE, 408, ''",
            "GET, 408, 0",
            "POST, 503, 0",
            "GET, 503, 0",
            "GET, 503, 00",
            "DELETE, 503, 0",
            "POST, 421, ''",
            "GET, 421, ''",
        })
        void whenTheStatusWouldAllowIt(String method, int status, String retryAfter) throws Exception {
            var answer = new MockResponse.Builder().code(status);
            if (!retryAfter.isEmpty()) {
                answer.addHeader("Retry-After", retryAfter);
            }
            server.enqueue(answer.build());
            server.enqueue(OK);
            server.start();
            try (var response = execute(request(method))) {
                assertThat(response.code()).isEqualTo(status);
            }
            assertThat(server.getRequestCount()).isEqualTo(1);
        }

        @ParameterizedTest
        @ValueSource(ints = {300, 301, 302, 303, 307, 308})
        void whenTheServerRedirects(int status) throws Exception {
            server.enqueue(new MockResponse.Builder()
                    .code(status)
                    .addHeader("Location", "/other")
                    .build());
            server.enqueue(OK);
            server.start();
            try (var response = execute(request("GET"))) {
                assertThat(response.code()).isEqualTo(status);
            }
            assertThat(server.getRequestCount()).isEqualTo(1);
        }

        private Request request(String method) {
            var request = new Request.Builder().url(server.url("/"));
            return switch (method) {
                case "POST" -> request.post(new OnceBody()).build();
                case "DELETE" -> request.delete().build();
                default -> request.build();
            };
        }
    }

    @Nested
    class Answers {
        @ParameterizedTest
        @CsvSource({"0, 0", "7, 7", "99999999999999999999, 999999999", "2147483648, 999999999"})
        void anAdviceToWaitIsHandedOnInNumbersThatFit(String sent, String handedOn) throws Exception {
            server.enqueue(new MockResponse.Builder()
                    .code(503)
                    .addHeader("Retry-After", sent)
                    .build());
            server.start();
            try (var response = execute(OnceBody.post(server.url("/")))) {
                assertThat(response.header("Retry-After")).isEqualTo(handedOn);
            }
        }

        @Test
        void aGetToldToWaitKeepsTheAdvice() throws Exception {
            server.enqueue(new MockResponse.Builder()
                    .code(503)
                    .addHeader("Retry-After", "30")
                    .build());
            server.start();
            try (var response =
                    execute(new Request.Builder().url(server.url("/")).build())) {
                assertThat(response.header("Retry-After")).isEqualTo("30");
            }
        }

        @Test
        void cookiesAreForgotten() throws Exception {
            server.enqueue(OK.newBuilder().addHeader("Set-Cookie", "a=b").build());
            server.enqueue(OK);
            server.start();
            text(engine, OnceBody.post(server.url("/")));
            text(engine, OnceBody.post(server.url("/")));
            server.takeRequest();
            assertThat(server.takeRequest().getHeaders().get("Cookie")).isNull();
        }

        @Test
        void theUserAgentIsOursUnlessOneIsGiven() throws Exception {
            server.enqueue(OK);
            server.enqueue(OK);
            server.start();
            var request = OnceBody.post(server.url("/"));
            text(engine, request);
            text(engine, request.newBuilder().header("User-Agent", "mine").build());
            assertThat(server.takeRequest().getHeaders().get("User-Agent")).isEqualTo("fairlead/" + Release.VERSION);
            assertThat(server.takeRequest().getHeaders().values("User-Agent")).containsExactly("mine");
        }
    }

    @Nested
    class Connecting {
        @Test
        void everyAddressOfAHostIsTried() throws Exception {
            server.enqueue(OK);
            server.start(address(127, 0, 0, 1), 0);
            var client = engine.client()
                    .newBuilder()
                    .dns(host -> List.of(address(127, 0, 0, 2), address(127, 0, 0, 1)))
                    .build();
            try (var response = client.newCall(OnceBody.post(server.url("/"))).execute()) {
                assertThat(response.body().string()).isEqualTo("ok");
            }
        }

        @Test
        void whatNeedsNoTlsDoesNotWaitForIt() {
            var plain = engine.client(HttpUrl.get("http://localhost"));
            var secure = engine.client(HttpUrl.get("https://localhost"));
            assertThat(plain.x509TrustManager()).isNull();
            assertThat(secure.x509TrustManager()).isNotNull();
            assertThat(secure).isSameAs(engine.client());
            assertThat(secure.connectionPool()).isSameAs(plain.connectionPool());
            assertThat(secure.dispatcher()).isSameAs(plain.dispatcher());
            assertThat(secure.socketFactory()).isSameAs(plain.socketFactory());
        }

        @Test
        void socketsSendAtOnceAndProbeTheOtherEnd() throws Exception {
            for (var sockets : List.of(TunedSockets.interruptible(), TunedSockets.shareable())) {
                try (var socket = sockets.createSocket()) {
                    assertThat(socket.getTcpNoDelay()).isTrue();
                    assertThat(socket.getKeepAlive()).isTrue();
                }
            }
        }

        @Test
        void socketsMadeConnectedWorkOverIpv6Too() throws Exception {
            for (var address : List.of("::1", "127.0.0.1")) {
                try (var listener = listening(address)) {
                    if (listener != null) {
                        var sockets = TunedSockets.interruptible();
                        sockets.createSocket(address, listener.getLocalPort()).close();
                        sockets.createSocket(
                                        listener.getInetAddress(),
                                        listener.getLocalPort(),
                                        listener.getInetAddress(),
                                        0)
                                .close();
                    }
                }
            }
        }

        private static ServerSocket listening(String address) throws IOException {
            try {
                return new ServerSocket(0, 5, InetAddress.getByName(address));
            } catch (BindException without) {
                assertThat(address).as("an address that every machine has").isEqualTo("::1");
                return null;
            }
        }

        @Test
        void theTimeoutMustMakeSense() {
            var settings = HttpEngine.builder();
            for (var senseless : List.of(Duration.ZERO, Duration.ofNanos(5), Duration.ofSeconds(-1))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> settings.connectTimeout(senseless))
                        .withMessageContaining(senseless.toString());
            }
        }

        @ParameterizedTest
        @CsvSource({"true, HTTP_2", "false, HTTP_1_1"})
        void http2IsSpokenIfWanted(boolean wanted, Protocol spoken) throws Exception {
            secureServer();
            server.enqueue(OK);
            try (var other = secure(wanted);
                    var response = other.client()
                            .newCall(OnceBody.post(server.url("/")))
                            .execute()) {
                assertThat(response.protocol()).isEqualTo(spoken);
                assertThat(response.body().string()).isEqualTo("ok");
            }
        }

        @Test
        void http11IsSpokenWithServersThatHaveNothingElse() throws Exception {
            server.setProtocols(List.of(Protocol.HTTP_1_1));
            secureServer();
            server.enqueue(OK);
            try (var other = secure(true);
                    var response = other.client()
                            .newCall(OnceBody.post(server.url("/")))
                            .execute()) {
                assertThat(response.protocol()).isEqualTo(Protocol.HTTP_1_1);
            }
        }
    }

    @Nested
    class Closing {
        @Test
        void endsCallsThatWait() throws Exception {
            try (var bare = BareServer.plain().will(Deed.HANG)) {
                var waiting = run(false, () -> text(engine, OnceBody.post(bare.url())));
                assertThat(bare.awaitDeed()).isEqualTo(Deed.HANG);
                engine.close();
                assertThat(waiting.failure()).isInstanceOf(IOException.class);
            }
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void endsResponsesThatAreRead(boolean http2) throws Exception {
            secureServer();
            server.enqueue(new MockResponse.Builder()
                    .chunkedBody("x".repeat(100_000), 1000)
                    .onResponseBody(SocketEffect.Stall.INSTANCE)
                    .build());
            try (var other = secure(http2);
                    var response = other.client()
                            .newCall(OnceBody.post(server.url("/")))
                            .execute()) {
                var reading = run(false, () -> response.body().string());
                other.close();
                assertThat(reading.failure()).isInstanceOf(IOException.class);
            }
        }

        @Test
        void makesLaterCallsFail() throws Exception {
            server.start();
            engine.close();
            engine.close();
            assertThatThrownBy(() -> execute(OnceBody.post(server.url("/"))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("this HTTP engine is closed");
            assertThat(server.getRequestCount()).isZero();
        }

        @Test
        void closesKeptConnections() throws Exception {
            try (var bare = BareServer.plain()) {
                text(engine, OnceBody.post(bare.url()));
                assertThat(engine.client().connectionPool().connectionCount()).isEqualTo(1);
                engine.close();
                assertThat(engine.client().connectionPool().connectionCount()).isZero();
            }
        }

        @Test
        void doesNothingToTheSharedEngine() throws Exception {
            try (var bare = BareServer.plain()) {
                assertThat(HttpEngine.shared()).isSameAs(HttpEngine.shared());
                HttpEngine.shared().close();
                assertThat(text(HttpEngine.shared(), OnceBody.post(bare.url()))).isEqualTo("ok");
            }
        }

        @Test
        void isNotNeededForAProgramToEnd() throws Exception {
            try (var bare = BareServer.plain()) {
                text(HttpEngine.shared(), OnceBody.post(bare.url()));
                var before = Thread.getAllStackTraces().keySet();
                assertThat(before)
                        .filteredOn(thread -> thread.getName().matches("(?i).*(okhttp|okio).*"))
                        .isNotEmpty()
                        .allMatch(Thread::isDaemon);
            }
        }
    }

    private void secureServer() throws IOException {
        server.useHttps(CERTIFICATE.server().getSocketFactory());
        server.start();
    }

    private static HttpEngine secure(boolean http2) throws Exception {
        return HttpEngine.builder().tls(CERTIFICATE.trust()).http2(http2).build();
    }

    private Response execute(Request request) throws IOException {
        return engine.client().newCall(request).execute();
    }

    private static String text(HttpEngine engine, Request request) throws IOException {
        try (var response = engine.client().newCall(request).execute()) {
            return response.body().string();
        }
    }

    private static InetAddress address(int... bytes) {
        var raw = new byte[] {(byte) bytes[0], (byte) bytes[1], (byte) bytes[2], (byte) bytes[3]};
        try {
            return InetAddress.getByAddress(raw);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
