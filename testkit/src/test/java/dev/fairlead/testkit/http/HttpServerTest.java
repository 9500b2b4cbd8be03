package dev.fairlead.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpServerTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String MESSAGE = "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}";

    private final AtomicInteger executed = new AtomicInteger();
    private final HttpServer server = HttpServer.start(exchange -> {
        executed.incrementAndGet();
        exchange.answer(200, Map.of("Content-Type", "application/json"), MESSAGE);
    });

    @AfterEach
    void end() {
        server.close();
        await().atMost(SOON).until(() -> server.openConnections() == 0);
        assertThat(server.failures()).isEmpty();
    }

    private RawHttp connect() throws IOException {
        return new RawHttp(server.port());
    }

    private void spoil(Fault fault) {
        server.faults().once(request -> true, fault);
    }

    @Test
    void keepsAConnectionForManyRequestsHoweverTheirBodiesAreFramed() throws Exception {
        try (var client = connect()) {
            assertThat(client.post("ä").answer())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .endsWith(MESSAGE);
            client.send("POST /y?z=1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.send("3;ext=1\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n");
            client.answer();
            client.send("GET /g HTTP/1.1\r\nHost: h\r\nX-Two: a\r\nx-two: b\r\n\r\n")
                    .answer();
        }
        assertThat(server.requests().stream().map(RecordedRequest::body)).containsExactly("ä", "abcde", "");
        assertThat(server.requests().get(1).path()).isEqualTo("/y");
        assertThat(server.requests().get(1).query()).isEqualTo("z=1");
        assertThat(server.requests().get(2).header("X-TWO")).contains("a, b");
        assertThat(server.requests().stream().map(RecordedRequest::connection)).containsOnly(1);
        assertThat(server.acceptedConnections()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET /in HTTP/1.1~~', 200",
        "'POST /in HTTP/1.1~Content-Length: 10~~1234567890', 200",
        "'POST /in HTTP/1.1~Transfer-Encoding: chunked~~5~12345~5~12345~0~~', 200",
        // Nothing of these bodies is sent.
        "'POST /out HTTP/1.1~Content-Length: 3~~', 404",
        "'POST /in HTTP/1.1~Content-Length: 11~~', 413",
        "'POST /in HTTP/1.1~Content-Length: 4294967297~~', 413",
        "'POST /in HTTP/1.1~Transfer-Encoding: chunked~~5~12345~6~', 413",
        "'GET /in?0123456789012345678901234567890123456789012345678901234567890123456789012345678901', 431",
        "'GET /in HTTP/1.1~A: 01234567890123456789012345678901234567890~B: 012345678901234567890123456789', 431"
    })
    void aDoorkeeperJudgesByTheHeadAndHowLongItAllMayBe(String request, int status) throws Exception {
        var doorkeeper = new Doorkeeper(head -> head.path().equals("/in") ? 0 : 404, 80, 10);
        try (var guarded = HttpServer.start(0, doorkeeper, exchange -> exchange.answer(200));
                var client = new RawHttp(guarded.port())) {
            assertThat(client.send(request.replace("~", "\r\n")).head()).startsWith("HTTP/1.1 " + status + " ");
            assertThat(guarded.requests()).hasSize(status == 200 ? 1 : 0);
            assertThat(guarded.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "x", "", "1 0", "99999999999999999999"})
    void whatIsNoLengthEndsTheConnection(String length) throws Exception {
        for (var framing : List.of("Content-Length: ~\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n~\r\n")) {
            try (var client = connect()) {
                client.send("POST /x HTTP/1.1\r\n" + framing.replace("~", length));
                assertThatThrownBy(client::head).isInstanceOf(IOException.class);
            }
        }
        assertThat(executed).hasValue(0);
    }

    @Test
    void rulesApplyInTheirOrderAndAsOftenAsTheySay() throws Exception {
        server.faults()
                .times(2, request -> request.body().equals("a"), Fault.answer(503))
                .on(request -> request.body().startsWith("a"), Fault.answer(404));
        try (var client = connect()) {
            assertThat(client.post("a").answer()).startsWith("HTTP/1.1 503");
            assertThat(client.post("b").answer()).startsWith("HTTP/1.1 200");
            assertThat(client.post("a").answer()).startsWith("HTTP/1.1 503");
            assertThat(client.post("a").answer()).startsWith("HTTP/1.1 404");
            assertThat(server.faults().struck()).isEqualTo(3);
            server.faults().clear();
            assertThat(client.post("a").answer()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void resetsBeforeReadingBeforeAndAfterExecutingAndInTheBody() throws Exception {
        for (var fault : List.of(Fault.RESET_UNREAD, Fault.reset(), Fault.hangUp())) {
            spoil(fault);
            try (var client = connect()) {
                client.post("x");
                assertThatThrownBy(client::head).isInstanceOf(IOException.class);
            }
        }
        assertThat(executed).hasValue(0);
        for (var fault : List.of(Fault.resetAfterExecuting(), Fault.hangUpAfterExecuting())) {
            spoil(fault);
            try (var client = connect()) {
                client.post("x");
                assertThatThrownBy(client::head).isInstanceOf(IOException.class);
            }
        }
        assertThat(executed).hasValue(2);
        spoil(Fault.resetBody(4));
        try (var client = connect()) {
            client.post("x");
            assertThatThrownBy(client::rest).isInstanceOf(IOException.class);
        }
    }

    @Test
    void cutsTheBody() throws Exception {
        spoil(Fault.cutBody(4));
        try (var client = connect()) {
            assertThat(client.post("x").rest())
                    .contains("Content-Length: " + MESSAGE.length())
                    .endsWith("\r\n\r\n" + MESSAGE.substring(0, 4));
        }
        spoil(EventFaults.preceding(request -> List.of()).and(Fault.cutBody(8)));
        try (var client = connect()) {
            assertThat(client.post("x").rest()).contains("chunked").doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void stallsBeforeTheHeadAfterItAndInTheBody() throws Exception {
        spoil(Fault.stall());
        try (var client = connect().patience(200)) {
            client.post("x");
            assertThatThrownBy(client::head).isInstanceOf(SocketTimeoutException.class);
        }
        assertThat(executed).hasValue(0);
        spoil(Fault.stallAfterExecuting());
        try (var client = connect().patience(200)) {
            client.post("x");
            assertThatThrownBy(client::head).isInstanceOf(SocketTimeoutException.class);
        }
        assertThat(executed).hasValue(1);
        for (int n : new int[] {0, 4}) {
            spoil(Fault.stallBody(n));
            try (var client = connect()) {
                client.post("x").head();
                assertThat(client.bytes(n)).isEqualTo(MESSAGE.substring(0, n));
                client.patience(200);
                assertThatThrownBy(() -> client.bytes(1)).isInstanceOf(SocketTimeoutException.class);
            }
        }
        spoil(EventFaults.stallMidEvent());
        try (var client = connect()) {
            client.post("{\"id\":5}").head();
            assertThat(client.bytes(30)).contains("data: {\"jsonrpc\"");
        }
    }

    @Test
    void takesItsTime() throws Exception {
        var pause = Duration.ofMillis(150);
        for (var fault : List.of(Fault.delay(pause), Fault.delayBody(pause))) {
            spoil(fault);
            try (var client = connect()) {
                long from = System.nanoTime();
                assertThat(client.post("x").answer()).endsWith(MESSAGE);
                assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThanOrEqualTo(pause);
            }
        }
        spoil(Fault.drip(Duration.ofMillis(1)));
        try (var client = connect()) {
            long from = System.nanoTime();
            assertThat(client.post("x").answer()).endsWith(MESSAGE);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofMillis(MESSAGE.length()));
            assertThat(client.post("y").answer()).endsWith(MESSAGE);
        }
    }

    @Test
    void endsConnectionsThatClientsMeanToKeep() throws Exception {
        spoil(Fault.closeAfterwards());
        try (var client = connect()) {
            assertThat(client.post("x").rest()).endsWith(MESSAGE).doesNotContain("close");
        }
        spoil(Fault.closeOnReuse());
        try (var client = connect()) {
            assertThat(client.post("x").answer()).endsWith(MESSAGE);
            client.post("again");
            assertThatThrownBy(client::head).isInstanceOf(IOException.class);
        }
        assertThat(executed).hasValue(2);
    }

    @Test
    void answersAnythingInPlaceOfTheUsual() throws Exception {
        try (var client = connect()) {
            spoil(Fault.unauthorized("Bearer realm=\"x\""));
            assertThat(client.post("").answer()).startsWith("HTTP/1.1 401").contains("WWW-Authenticate: Bearer");
            spoil(Fault.retryAfter(429, "tomorrow"));
            assertThat(client.post("").answer()).startsWith("HTTP/1.1 429").contains("Retry-After: tomorrow");
            spoil(Fault.redirect(308, "/there"));
            assertThat(client.post("").answer()).startsWith("HTTP/1.1 308").contains("Location: /there");
            spoil(Fault.empty(200));
            assertThat(client.post("").answer()).contains("application/json").endsWith("\r\n\r\n");
            assertThat(executed).hasValue(0);
            spoil(Fault.header("Content-Type", "text/html").and(Fault.header("Set-Cookie", "a=b")));
            assertThat(client.post("").answer())
                    .contains("Content-Type: text/html", "Set-Cookie: a=b")
                    .endsWith(MESSAGE);
            spoil(Fault.informational(3));
            client.post("");
            for (int i = 0; i < 3; i++) {
                assertThat(client.head()).startsWith("HTTP/1.1 102");
            }
            assertThat(client.answer()).endsWith(MESSAGE);
            spoil(Fault.headerFlood(50, 20));
            assertThat(client.post("").answer()).contains("X-Flood-49: xxxx");
        }
    }

    @Test
    void compresses() throws Exception {
        for (var fault : List.of(Fault.gzip(), Fault.gzipBomb(1 << 20))) {
            spoil(fault);
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.getOutputStream()
                        .write("POST / HTTP/1.1\r\nContent-Length: 8\r\n\r\n{\"id\":7}"
                                .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                var in = socket.getInputStream();
                var head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) in.read());
                }
                assertThat(head).contains("Content-Encoding: gzip");
                int length = Integer.parseInt(head.toString().replaceFirst("(?is).*content-length: (\\d+).*", "$1"));
                var body = in.readNBytes(length);
                assertThat(length).isLessThan(1 << 14);
                var plain = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
                assertThat(new String(plain, java.nio.charset.StandardCharsets.UTF_8))
                        .startsWith("{\"jsonrpc\"");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void breaksChunks(int way) throws Exception {
        spoil(Fault.brokenChunks(way));
        try (var client = connect()) {
            assertThat(client.post("").rest()).contains("Transfer-Encoding: chunked");
        }
    }

    @Test
    void writesNoisyEvents() throws Exception {
        spoil(EventFaults.noise().and(Fault.closeAfterwards()));
        try (var client = connect()) {
            assertThat(client.post("").rest())
                    .contains("text/event-stream", "\uFEFF: a comment\r\n:\r", "data:{\ndata: \"jsonrpc\"")
                    .endsWith("0\r\n\r\n");
        }
    }

    @Test
    void precedesEventsByOthersOrEndsWithoutThem() throws Exception {
        spoil(EventFaults.preceding(request -> List.of("foreign " + request.rpcId()))
                .and(Fault.closeAfterwards()));
        try (var client = connect()) {
            assertThat(client.post("{\"id\":7}").rest()).containsSubsequence("data: foreign 7", "data: " + MESSAGE);
        }
        spoil(EventFaults.closeEarly().and(Fault.closeAfterwards()));
        try (var client = connect()) {
            assertThat(client.post("").rest()).contains("text/event-stream").doesNotContain("jsonrpc");
        }
        assertThat(executed).hasValue(2);
    }

    @Test
    void goesOnForEverUntilTheClientLeaves() throws Exception {
        var sent = new AtomicLong();
        for (var fault : List.of(
                EventFaults.endlessEvent(sent),
                EventFaults.endlessJson(sent),
                EventFaults.commentsForever(Duration.ofMillis(1)))) {
            spoil(fault);
            try (var client = connect()) {
                client.post("").head();
                client.bytes(1000);
            }
            await().atMost(SOON).until(() -> server.openConnections() == 0);
        }
        assertThat(sent.get()).isPositive();
        assertThat(server.openStreams()).isZero();
    }

    @Test
    void stopsAndStartsOnTheSamePort() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (var client = connect()) {
                client.post("").answer();
                server.stop();
                assertThatThrownBy(() -> new RawHttp(server.port()).close()).isInstanceOf(IOException.class);
                server.start();
            }
        }
        try (var client = connect()) {
            assertThat(client.post("").answer()).endsWith(MESSAGE);
        }
    }
}
