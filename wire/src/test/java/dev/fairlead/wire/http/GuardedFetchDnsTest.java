package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.SocketFactory;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What names resolve to, and who is connected to then. */
@Tag("K-7")
class GuardedFetchDnsTest {
    private static final LocalCertificate CERTIFICATE = LocalCertificate.of("as.example", "proxy.example");
    private static final MockResponse OK = new MockResponse.Builder().body("ok").build();
    private static final MockResponse BYE =
            OK.newBuilder().addHeader("Connection", "close").build();
    private static final String PUBLIC = "93.184.216.34";

    private final MockWebServer server = new MockWebServer();
    private final Answers answers = new Answers();
    private final Dials dials = new Dials();
    private HttpEngine engine;

    @BeforeEach
    void open() throws Exception {
        server.useHttps(CERTIFICATE.server().getSocketFactory());
        server.start(address("127.0.0.1"), 0);
        engine = HttpEngine.builder().tls(CERTIFICATE.trust()).build();
    }

    @AfterEach
    void close() {
        engine.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00:ec2::254", "64:ff9b::7f00:1"})
    void aNameOfAPrivateAddressIsRefusedBeforeAnybodyConnects(String address) {
        answers.next(address);
        var refusal = refusal(AddressPolicy.strict());
        assertThat(refusal)
                .hasMessageContaining("host 'as.example', which a server named, is not asked: it resolves to ");
        assertThat(refusal.maybeSeen()).isFalse();
        assertThat(dials.made).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"93.184.216.34 10.0.0.1", "10.0.0.1 93.184.216.34", "93.184.216.34 1.1.1.1 127.0.0.1"})
    void onePrivateAddressAmongOthersSpoilsTheName(String addresses) {
        answers.next(addresses.split(" "));
        refusal(AddressPolicy.strict());
        assertThat(dials.made).isEmpty();
    }

    @Test
    void theAddressThatWasCheckedIsTheOneConnectedTo() {
        answers.next(PUBLIC);
        answers.next("127.0.0.1"); // for whoever would ask again
        answers.next("127.0.0.1");
        var failure = failure(dialling(AddressPolicy.strict()));
        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(dials.made).containsExactly(new InetSocketAddress(address(PUBLIC), server.getPort()));
        assertThat(answers.asked).containsExactly("as.example");
    }

    @Test
    void anAnswerThatChangesWhileItIsReadDoesNotSlipThrough() {
        answers.next(new Shifty(address(PUBLIC), address("127.0.0.1")));
        var failure = failure(dialling(AddressPolicy.strict()));
        assertThat(dials.made).doesNotContain(new InetSocketAddress(address("127.0.0.1"), server.getPort()));
        assertThat(failure.kind()).isIn(Kind.UNREACHABLE, Kind.REFUSED);
    }

    @Test
    void aNameThatTurnsToAForbiddenAddressIsRefusedFromThenOn() throws Exception {
        var fetch = new GuardedFetch(engine, AddressPolicy.strict().allowingPrivateNetworks(), answers);
        server.enqueue(BYE);
        server.enqueue(OK);
        answers.next("127.0.0.1");
        answers.next("169.254.169.254");
        assertThat(get(fetch).text()).isEqualTo("ok");
        assertThat(failure(fetch).kind()).isEqualTo(Kind.REFUSED);
        assertThat(server.getRequestCount()).isEqualTo(1);
        assertThat(answers.asked).hasSize(2);
    }

    @Test
    @Tag("K-9")
    void aNameThatTurnsBetweenRedirectsIsRefused() {
        server.enqueue(BYE.newBuilder().code(302).addHeader("Location", "/b").build());
        server.enqueue(OK);
        answers.next("127.0.0.1");
        answers.next("169.254.169.254");
        var fetch = new GuardedFetch(engine, AddressPolicy.strict().allowingPrivateNetworks(), answers);
        assertThat(failure(fetch).kind()).isEqualTo(Kind.REFUSED);
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void aKeptConnectionIsToAnAddressThatWasChecked() throws Exception {
        var fetch = new GuardedFetch(engine, AddressPolicy.strict().allowingPrivateNetworks(), answers);
        server.enqueue(OK);
        server.enqueue(OK);
        answers.next("127.0.0.1");
        get(fetch);
        get(fetch);
        assertThat(answers.asked).hasSize(1);
        server.takeRequest();
        assertThat(server.takeRequest().getConnectionIndex()).isZero();
    }

    @Test
    void connectionsOfMoreLenientFetchersAreNotUsed() throws Exception {
        server.enqueue(OK);
        answers.next("127.0.0.1");
        answers.next("127.0.0.1");
        get(new GuardedFetch(engine, AddressPolicy.strict().allowingPrivateNetworks(), answers));
        refusal(AddressPolicy.strict());
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void anEngineForHttp2ChecksAlike() throws Exception {
        server.enqueue(OK);
        try (var other =
                HttpEngine.builder().http2(true).tls(CERTIFICATE.trust()).build()) {
            answers.next("127.0.0.1");
            answers.next("127.0.0.1");
            var wide = AddressPolicy.strict().allowingPrivateNetworks();
            assertThat(get(new GuardedFetch(other, wide, answers)).text()).isEqualTo("ok");
            assertThat(failure(new GuardedFetch(other, AddressPolicy.strict(), answers))
                            .kind())
                    .isEqualTo(Kind.REFUSED);
        }
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void everyAddressOfANameIsTried() throws Exception {
        server.enqueue(OK);
        answers.next("127.0.0.2", "127.0.0.1");
        var fetch = new GuardedFetch(engine, AddressPolicy.strict().allowingPrivateNetworks(), answers);
        assertThat(get(fetch).text()).isEqualTo("ok");
    }

    @Test
    void aNameThatNobodyKnowsIsUnreachable() {
        var failure = failure(new GuardedFetch(engine, AddressPolicy.strict(), answers));
        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("no host of that name");
        assertThat(failure.maybeSeen()).isFalse();
    }

    @Test
    void aProxyOfTheUserMayBeInAPrivateNetworkAndLooksUpNamesItself() throws Exception {
        server.enqueue(new MockResponse.Builder().inTunnel().build());
        server.enqueue(OK);
        answers.next("127.0.0.1"); // of the proxy
        try (var proxied = proxied()) {
            assertThat(get(new GuardedFetch(proxied, AddressPolicy.strict(), answers))
                            .text())
                    .isEqualTo("ok");
        }
        assertThat(answers.asked).containsExactly("proxy.example");
        assertThat(server.takeRequest().getRequestLine()).startsWith("CONNECT as.example:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://10.0.0.1/",
                "https://metadata.google.internal/",
                "https://localhost/",
                "https://intranet/"
            })
    void aProxyIsNotAskedForAddressesAndNamesThatAreForbiddenAsTheyStand(String url) throws Exception {
        try (var proxied = proxied()) {
            var fetch = new GuardedFetch(proxied, AddressPolicy.strict(), answers);
            var failure = catchThrowableOfType(FetchException.class, () -> fetch.get(url, Headers.NONE, soon()));
            assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        }
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void theNameOfTheProxyIsNoWayAroundTheCheck() throws Exception {
        answers.next("127.0.0.1");
        var proxies = EnvironmentProxies.of(
                Map.of("HTTPS_PROXY", "http://proxy.example:" + server.getPort(), "NO_PROXY", "proxy.example"));
        try (var proxied =
                HttpEngine.builder().proxies(proxies).tls(CERTIFICATE.trust()).build()) {
            var fetch = new GuardedFetch(proxied, AddressPolicy.strict(), answers);
            var url = "https://proxy.example:%d/".formatted(server.getPort());
            var failure = catchThrowableOfType(FetchException.class, () -> fetch.get(url, Headers.NONE, soon()));
            assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        }
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void aProxyThatFailsIsReportedToWhoeverNamedIt() throws Exception {
        var reported = new ConcurrentLinkedQueue<SocketAddress>();
        var selector = new ProxySelector() {
            @Override
            public List<Proxy> select(URI address) {
                return List.of(new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("proxy.example", 9)));
            }

            @Override
            public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
                reported.add(proxy);
            }
        };
        answers.next("127.0.0.1");
        new LocatedProxies(selector, answers)
                .connectFailed(
                        URI.create("https://as.example/"),
                        new InetSocketAddress(address("127.0.0.1"), 9),
                        new ConnectException("no"));
        assertThat(reported).hasSize(1);
        assertThat(new LocatedProxies(selector, answers).select(URI.create("https://as.example/")))
                .containsExactly(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(address("127.0.0.1"), 9)));
    }

    private HttpEngine proxied() throws Exception {
        var proxies = EnvironmentProxies.of(Map.of("ALL_PROXY", "http://proxy.example:" + server.getPort()));
        return HttpEngine.builder().proxies(proxies).tls(CERTIFICATE.trust()).build();
    }

    private GuardedFetch dialling(AddressPolicy policy) {
        OkHttpClient client = engine.client().newBuilder().socketFactory(dials).build();
        return new GuardedFetch(client, policy, answers);
    }

    private FetchException refusal(AddressPolicy policy) {
        var refusal = failure(dialling(policy));
        assertThat(refusal.kind()).isEqualTo(Kind.REFUSED);
        return refusal;
    }

    private FetchException failure(GuardedFetch fetch) {
        var failure = catchThrowableOfType(FetchException.class, () -> get(fetch));
        assertThat(failure).isNotNull();
        return failure;
    }

    private Fetched get(GuardedFetch fetch) throws Exception {
        return fetch.get("https://as.example:%d/".formatted(server.getPort()), Headers.NONE, soon());
    }

    private static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(60));
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException wrong) {
            throw new AssertionError(wrong);
        }
    }

    /** A resolver whose answers are set one by one; without any more of them, nobody is known. */
    private static final class Answers implements Dns {
        private final Queue<List<InetAddress>> next = new ConcurrentLinkedQueue<>();
        private final Queue<String> asked = new ConcurrentLinkedQueue<>();

        void next(String... addresses) {
            next(Arrays.stream(addresses).map(GuardedFetchDnsTest::address).toList());
        }

        void next(List<InetAddress> addresses) {
            next.add(addresses);
        }

        @Override
        public List<InetAddress> lookup(String host) throws UnknownHostException {
            asked.add(host);
            var answer = next.poll();
            if (answer == null) {
                throw new UnknownHostException(host);
            }
            return answer;
        }
    }

    /** An answer that is another one whenever it is read again. */
    private static final class Shifty extends AbstractList<InetAddress> {
        private final InetAddress first;
        private final InetAddress later;
        private boolean read;

        Shifty(InetAddress first, InetAddress later) {
            this.first = first;
            this.later = later;
        }

        @Override
        public InetAddress get(int index) {
            var answer = read ? later : first;
            read = true;
            return answer;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** Makes sockets that remember whom they were to be connected to, and refuse. */
    private static final class Dials extends SocketFactory {
        private final Queue<SocketAddress> made = new ConcurrentLinkedQueue<>();

        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public void connect(SocketAddress address, int timeout) throws ConnectException {
                    made.add(address);
                    throw new ConnectException("refused");
                }
            };
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException();
        }
    }
}
