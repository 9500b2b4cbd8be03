package dev.fairlead.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpFaultProxyTest {
    private static final String BODY = "abcdefghijklmnopqrstuvwxyz".repeat(10);

    private final HttpServer server = HttpServer.start(exchange -> exchange.answer(200, Map.of(), BODY));
    private final TcpFaultProxy proxy = TcpFaultProxy.to(server.origin());

    @AfterEach
    void end() {
        proxy.close();
        server.close();
        await().atMost(Duration.ofSeconds(20)).until(() -> proxy.open() == 0 && server.openConnections() == 0);
    }

    private RawHttp connect() throws IOException {
        return new RawHttp(proxy.port());
    }

    @Test
    void doesNoHarmUntilTold() throws Exception {
        assertThat(proxy.through(server.origin() + "/mcp")).isEqualTo("http://127.0.0.1:" + proxy.port() + "/mcp");
        try (var client = connect()) {
            assertThat(client.post("x").answer()).endsWith(BODY);
            assertThat(client.post("y").answer()).endsWith(BODY);
            assertThat(proxy.open()).isEqualTo(1);
        }
        assertThat(proxy.accepted()).isEqualTo(1);
        await().atMost(Duration.ofSeconds(20)).until(() -> proxy.open() == 0 && server.openConnections() == 0);
    }

    @Test
    void slowsDown() throws Exception {
        proxy.latency(Duration.ofMillis(60)).slice(64);
        try (var client = connect()) {
            long from = System.nanoTime();
            assertThat(client.post("x").answer()).endsWith(BODY);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofMillis(300));
            proxy.clear();
            proxy.throttle(2000);
            from = System.nanoTime();
            assertThat(client.post("x").answer()).endsWith(BODY);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofMillis(120));
        }
    }

    @Test
    void cutsAfterSomeBytes() throws Exception {
        proxy.limit(100);
        try (var client = connect()) {
            assertThat(client.post("x").rest()).hasSize(100);
        }
    }

    @Test
    void changesBytes() throws Exception {
        proxy.corrupt(50);
        try (var client = connect()) {
            assertThat(client.post("x").bytes(BODY.length())).doesNotContain(BODY);
        }
    }

    @Test
    void resets() throws Exception {
        try (var client = connect()) {
            client.post("x").answer();
            proxy.reset();
            assertThatThrownBy(client::head).isInstanceOf(IOException.class);
        }
        proxy.resetAnswers(true);
        try (var client = connect()) {
            client.post("x");
            assertThatThrownBy(client::head).isInstanceOf(IOException.class);
        }
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void swallowsEverything() throws Exception {
        proxy.blackhole(true);
        try (var client = connect().patience(200)) {
            client.post("x");
            assertThatThrownBy(client::head).isInstanceOf(SocketTimeoutException.class);
            assertThat(server.requests()).isEmpty();
            proxy.blackhole(false);
            client.patience(20_000);
            assertThat(client.post("y").answer()).endsWith(BODY);
        }
    }

    @Test
    void closesOneHalf() throws Exception {
        try (var client = connect()) {
            client.post("x").answer();
            proxy.halfClose();
            assertThat(client.rest()).isEmpty();
            client.post("y");
            server.awaitRequest(request -> request.body().equals("y"), Duration.ofSeconds(20));
        }
    }

    @Test
    void refusesAndAcceptsAgain() throws Exception {
        proxy.refuse();
        assertThatThrownBy(() -> connect().close()).isInstanceOf(IOException.class);
        proxy.accept();
        try (var client = connect()) {
            assertThat(client.post("x").answer()).endsWith(BODY);
        }
        server.stop();
        assertThatThrownBy(() -> {
                    try (var client = connect()) {
                        client.post("x").head();
                    }
                })
                .isInstanceOf(IOException.class);
    }
}
