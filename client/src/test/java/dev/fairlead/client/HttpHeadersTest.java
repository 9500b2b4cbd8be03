package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.connect;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.hostile;
import static dev.fairlead.client.HttpTrials.ledger;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpEngine;
import dev.fairlead.wire.http.HttpStrategy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What travels beside messages over HTTP: encodings, cookies, headers of the user, and the way through a proxy. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpHeadersTest {

    @EachEra
    void compressedAnswersAreRead(Era era) {
        try (var front = HttpFront.serving(server(era).build())) {
            front.faults().on(request -> !request.method().equals("GET"), Fault.gzip());
            try (var client = connect(front)) {
                assertThat(echo(client, "grüße".repeat(1000))).isEqualTo("grüße".repeat(1000));
            }
        }
    }

    @EachEra
    void anAnswerThatUnpacksToTooMuchIsGivenUpAtTheLimitAndTheNextCallWorks(Era era) {
        try (var stage = hostile(era, "http-gzip-bomb");
                var client = connect(stage)) {
            ledger(client);
            assertThatThrownBy(() -> echo(client, "x"))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("message larger than 16 MiB (limit maxMessageBytes)");
            assertThat(ledger(client)).isEqualTo("{}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "deflate", "x-unknown"})
    void anEncodingThatNobodyAskedForIsNamed(String encoding) {
        try (var front = HttpFront.serving(server(Era.MODERN).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().once(CALL, Fault.header("Content-Encoding", encoding));
            assertThatThrownBy(() -> echo(client, "x"))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("unsupported encoding " + encoding);
            assertThat(echo(client, "next")).isEqualTo("next");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "x-unknown"})
    void anEncodingOfAStreamThatNobodyAskedForIsNamed(String encoding) {
        try (var front = HttpFront.serving(server(Era.MODERN).build())) {
            front.answers(Answers.SSE);
            try (var client = connect(front)) {
                client.listTools();
                front.faults().once(CALL, Fault.header("Content-Encoding", encoding));
                assertThatThrownBy(() -> echo(client, "x"))
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("unsupported encoding " + encoding);
                assertThat(echo(client, "next")).isEqualTo("next");
            }
        }
    }

    @Test
    void whatIsToBeAStreamIsAskedForUncompressed() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            try (var client = connect(to(front.sseUrl()).withStrategy(HttpStrategy.SSE_ONLY))) {
                echo(client, "x");
            }
            assertThat(front.requests())
                    .filteredOn(request -> request.method().equals("GET"))
                    .isNotEmpty()
                    .allSatisfy(request ->
                            assertThat(request.header("Accept-Encoding")).contains("identity"));
        }
    }

    @EachEra
    void cookiesAreNeverSentBackAndNeverToAnotherServer(Era era) {
        try (var stage = hostile(era, "http-set-cookie");
                var other = HttpFront.serving(server(era).build())) {
            stage.front().answers(Answers.SSE);
            try (var client = connect(stage);
                    var second = connect(other)) {
                echo(client, "one");
                echo(client, "two");
                echo(second, "three");
            }
            assertThat(stage.front().requests()).noneMatch(request -> request.has("Cookie"));
            assertThat(other.requests()).noneMatch(request -> request.has("Cookie"));
        }
    }

    @EachEra
    @Verifies("D-9")
    void headersOfTheUserAreOnEveryRequestAndThoseOfACallOnItsOwn(Era era) {
        try (var front = HttpFront.serving(server(era).build())) {
            try (var client = connect(
                    to(front.url()).withHeader("Authorization", "Bearer t").withHeader("X-Tenant", "a"))) {
                client.listTools();
                client.callTool(
                        "echo",
                        Map.of("text", "x"),
                        CallOptions.usual().withHeader("X-Trace", "1").withHeader("x-tenant", "b"));
                echo(client, "y");
            }
            assertThat(front.requests())
                    .allSatisfy(request ->
                            assertThat(request.header("Authorization")).contains("Bearer t"));
            var calls = front.requests().stream().filter(CALL).toList();
            assertThat(calls.getFirst().header("X-Trace")).contains("1");
            assertThat(calls.getFirst().header("X-Tenant")).contains("b");
            assertThat(calls.getLast().has("X-Trace")).isFalse();
            assertThat(calls.getLast().header("X-Tenant")).contains("a");
        }
    }

    @Test
    @Verifies("E-7")
    void headersOfTheUserAreOnBothSidesOfAPairOfStreams() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            try (var client = connect(
                    to(front.sseUrl()).withStrategy(HttpStrategy.SSE_ONLY).withHeader("Authorization", "Bearer t"))) {
                assertThat(echo(client, "x")).isEqualTo("x");
            }
            assertThat(front.requests())
                    .hasSizeGreaterThan(2)
                    .allSatisfy(request ->
                            assertThat(request.header("Authorization")).contains("Bearer t"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept",
                "Content-Type",
                "MCP-Protocol-Version",
                "Mcp-Session-Id",
                "Mcp-Method",
                "Mcp-Name",
                "Content-Length",
                "Transfer-Encoding",
                "Last-Event-ID"
            })
    void whatTheProtocolSaysInAHeaderCannotBeSaidOtherwise(String name) {
        // The older revisions know nothing of these two.
        var eras = List.of("Mcp-Method", "Mcp-Name").contains(name) ? List.of(Era.MODERN) : List.of(Era.values());
        for (var era : eras) {
            var server = server(era).build();
            try (var front = HttpFront.serving(server);
                    var client = connect(front)) {
                client.listTools();
                var usual = call(front, client, CallOptions.usual()).header(name);
                CallOptions special;
                try {
                    special = CallOptions.usual().withHeader(name, "7");
                } catch (IllegalArgumentException refused) {
                    assertThat(refused).hasMessageContaining(name);
                    continue;
                }
                var request = call(front, client, special);
                assertThat(server.complaints()).as("%s", era).isEmpty();
                if (!name.equals("Content-Length")) {
                    assertThat(request.header(name)).as("%s", era).isEqualTo(usual);
                }
            }
        }
    }

    private static RecordedRequest call(HttpFront front, McpClient client, CallOptions options) {
        assertThat(client.callTool("echo", Map.of("text", "x"), options).text()).isEqualTo("x");
        return front.requests().stream().filter(CALL).toList().getLast();
    }

    @EachEra
    void aProxyIsUsedWhereTheSelectorNamesOne(Era era) {
        try (var front = HttpFront.serving(server(era).build()).getStream(false);
                var proxy = HttpForwarder.to(request -> request.target());
                var engine = HttpEngine.builder().proxies(through(proxy)).build()) {
            try (var client = connect(to(front.url() + "?a=b").withEngine(engine))) {
                assertThat(echo(client, "through")).isEqualTo("through");
            }
            assertThat(proxy.requests())
                    .isNotEmpty()
                    .allSatisfy(request -> assertThat(request.target()).isEqualTo(front.url() + "?a=b"));
            assertThat(front.requests()).hasSameSizeAs(proxy.requests());
        }
    }

    private static ProxySelector through(HttpForwarder proxy) {
        return new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return List.of(new Proxy(
                        Proxy.Type.HTTP, new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port())));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                throw new AssertionError(failure);
            }
        };
    }
}
