package dev.fairlead.wire.http;

import static dev.fairlead.wire.http.Running.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.http.BareServer.Deed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts of threads that use an engine. */
class HttpEngineInterruptTest {
    private static final LocalCertificate CERTIFICATE = LocalCertificate.ofLocalhost();
    private static final MockResponse OK = new MockResponse.Builder().body("ok").build();

    private final MockWebServer server = new MockWebServer();
    private final HttpEngine engine = HttpEngine.builder().build();

    @AfterEach
    void close() {
        engine.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void endTheWaitForAnAnswer(boolean secure, boolean virtual) throws Exception {
        try (var bare = secure ? BareServer.secure(CERTIFICATE.server()) : BareServer.plain();
                var other = secure(false)) {
            bare.will(Deed.HANG);
            var waiting = run(virtual, () -> text(other, OnceBody.post(bare.url())));
            assertThat(bare.awaitDeed()).isEqualTo(Deed.HANG);
            waiting.thread().interrupt();
            waiting.assertInterrupted();
            assertThat(bare.executions()).isEqualTo(1);
            assertThat(text(other, OnceBody.post(bare.url()))).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endTheWaitForAnAnswerOverHttp2AndHarmNobodyElse(boolean virtual) throws Exception {
        secureServer();
        // By path and not in turn: a request is told of before it takes its answer, so that a later one may be faster.
        var answers = Map.of(
                "/first",
                OK,
                "/hang",
                new MockResponse.Builder().headersDelay(1, TimeUnit.HOURS).build(),
                "/slow",
                new MockResponse.Builder()
                        .body("slow")
                        .headersDelay(1, TimeUnit.SECONDS)
                        .build(),
                "/last",
                OK);
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return answers.get(request.getUrl().encodedPath());
            }
        });
        try (var other = secure(true)) {
            text(other, OnceBody.post(server.url("/first")));
            server.takeRequest();
            var waiting = run(virtual, () -> text(other, OnceBody.post(server.url("/hang"))));
            server.takeRequest();
            var bystander = run(virtual, () -> text(other, OnceBody.post(server.url("/slow"))));
            server.takeRequest();
            waiting.thread().interrupt();
            waiting.assertInterrupted();
            assertThat(bystander.result()).isEqualTo("slow");
            assertThat(text(other, OnceBody.post(server.url("/last")))).isEqualTo("ok");
            assertThat(server.takeRequest().getConnectionIndex()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofAWriterLeaveTheSocketOfAnHttp2ConnectionOpen(boolean virtual) throws Exception {
        try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var other = secure(true);
                var socket = other.client().socketFactory().createSocket()) {
            socket.connect(listener.getLocalSocketAddress());
            var writing = run(virtual, () -> {
                Thread.currentThread().interrupt();
                socket.getOutputStream().write(1);
                return socket.isClosed();
            });
            assertThat(writing.result()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endTheWaitForAConnection(boolean virtual) throws Exception {
        var hanging = new HangingSockets();
        var client = engine.client().newBuilder().socketFactory(hanging).build();
        var waiting = run(
                virtual,
                () -> client.newCall(
                                new Request.Builder().url("http://127.0.0.1:9/").build())
                        .execute()
                        .body()
                        .string());
        hanging.awaitConnect();
        waiting.thread().interrupt();
        waiting.assertInterrupted();
        hanging.awaitClose();
    }

    @Test
    void beforeACallLeaveKeptConnectionsAlone() throws Exception {
        try (var bare = BareServer.plain()) {
            text(engine, OnceBody.post(bare.url()));
            run(true, () -> {
                        Thread.currentThread().interrupt();
                        return text(engine, OnceBody.post(bare.url()));
                    })
                    .assertInterrupted();
            assertThat(text(engine, OnceBody.post(bare.url()))).isEqualTo("ok");
            assertThat(bare.executions()).isEqualTo(2);
            assertThat(bare.connections()).isEqualTo(1);
        }
    }

    private void secureServer() throws IOException {
        server.useHttps(CERTIFICATE.server().getSocketFactory());
        server.start();
    }

    private static HttpEngine secure(boolean http2) throws Exception {
        return HttpEngine.builder().tls(CERTIFICATE.trust()).http2(http2).build();
    }

    private static String text(HttpEngine engine, Request request) throws IOException {
        try (var response = engine.client().newCall(request).execute()) {
            return response.body().string();
        }
    }
}
