package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentProxiesTest {
    private static final Proxy PROXY = proxy(Proxy.Type.HTTP, "proxy.example", 3128);

    @Test
    void withoutVariablesThereIsNoProxy() {
        assertThat(selected(Map.of(), "https://a.example/")).isEqualTo(Proxy.NO_PROXY);
        assertThat(selected(Map.of("HTTPS_PROXY", " "), "https://a.example/")).isEqualTo(Proxy.NO_PROXY);
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS_PROXY, https://a.example/, true",
        "https_proxy, https://a.example/, true",
        "HTTPS_PROXY, http://a.example/, false",
        "HTTP_PROXY, http://a.example/, true",
        "http_proxy, http://a.example/, true",
        "HTTP_PROXY, https://a.example/, false",
        "ALL_PROXY, http://a.example/, true",
        "all_proxy, https://a.example/, true",
    })
    void eachVariableCountsForItsScheme(String variable, String address, boolean used) {
        var environment = Map.of(variable, "http://proxy.example:3128");
        assertThat(selected(environment, address)).isEqualTo(used ? PROXY : Proxy.NO_PROXY);
    }

    @Test
    void theVariableOfTheSchemeComesBeforeThatForAllAndLowerCaseBeforeUpperCase() {
        var environment = Map.of(
                "ALL_PROXY", "http://all.example:1",
                "HTTPS_PROXY", "http://upper.example:2",
                "https_proxy", "http://proxy.example:3128");
        assertThat(selected(environment, "https://a.example/")).isEqualTo(PROXY);
        assertThat(selected(environment, "http://a.example/")).isEqualTo(proxy(Proxy.Type.HTTP, "all.example", 1));
    }

    @Test
    void aVariableThatAnybodyCouldHaveSentToAWebServerIsNotBelieved() {
        var environment = Map.of("HTTP_PROXY", "http://proxy.example:3128", "REQUEST_METHOD", "GET");
        assertThat(selected(environment, "http://a.example/")).isEqualTo(Proxy.NO_PROXY);
    }

    @ParameterizedTest
    @CsvSource({
        "proxy.example:3128, HTTP, proxy.example, 3128",
        "http://proxy.example, HTTP, proxy.example, 80",
        "HTTP://proxy.example:3128/, HTTP, proxy.example, 3128",
        "http://[fd00::1]:3128, HTTP, fd00::1, 3128",
        "socks5://proxy.example, SOCKS, proxy.example, 1080",
        "socks5h://proxy.example:9, SOCKS, proxy.example, 9",
    })
    void aProxyIsNamedInSeveralWays(String value, Proxy.Type type, String host, int port) {
        assertThat(selected(Map.of("ALL_PROXY", value), "https://a.example/")).isEqualTo(proxy(type, host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:1/",
                "http://api.localhost/",
                "https://127.0.0.1/",
                "https://127.8.9.10:8443/",
                "https://[::1]/",
                "https://[0:0:0:0:0:0:0:1]/"
            })
    void thisMachineIsReachedDirectly(String address) {
        assertThat(selected(Map.of("ALL_PROXY", "http://proxy.example:3128"), address))
                .isEqualTo(Proxy.NO_PROXY);
    }

    @ParameterizedTest
    @CsvSource({
        "example.org, https://example.org/, true",
        "example.org, https://EXAMPLE.org/, true",
        "Example.Org, https://a.b.example.org/, true",
        ".example.org, https://a.example.org/, true",
        "*.example.org, https://a.example.org/, true",
        "example.org, https://notexample.org/, false",
        "example.org, https://example.org.evil.example/, false",
        "'a.example, example.org', https://example.org/, true",
        "a.example b.example, https://b.example/, true",
        "*, https://example.org/, true",
        "example.org:8443, https://example.org:8443/, true",
        "example.org:8443, https://example.org/, false",
        "example.org:443, https://example.org/, true",
        "10.0.0.1, https://10.0.0.1/, true",
        "10.0.0.1, https://10.0.0.2/, false",
        "fd00::1, https://[fd00::1]/, true",
        "[fd00::1]:443, https://[fd00::1]/, true",
        "[fd00::1]:444, https://[fd00::1]/, false",
        "'', https://example.org/, false",
        "',,', https://example.org/, false",
    })
    void exceptionsAreReachedDirectly(String exceptions, String address, boolean direct) {
        var environment = Map.of("ALL_PROXY", "http://proxy.example:3128", "NO_PROXY", exceptions);
        assertThat(selected(environment, address)).isEqualTo(direct ? Proxy.NO_PROXY : PROXY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://me:hush@proxy.example:3128",
                "me:hush@proxy.example",
                "http://me:hush@",
                "@hush.example",
                "socks5://hush@proxy.example",
                "ht tp://me:hush@proxy.example"
            })
    void credentialsAreRefusedAndNotShown(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EnvironmentProxies.of(Map.of("HTTPS_PROXY", value)))
                .withMessage("HTTPS_PROXY holds a user name or password, which is not supported for proxies")
                .withNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://proxy.example", "ftp://proxy.example", "http://", "://", "http://a b", "http:///x"})
    void whatIsNoProxyIsRefusedWithTheNameOfTheVariable(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EnvironmentProxies.of(Map.of("ALL_PROXY", value)))
                .withMessageStartingWith("ALL_PROXY ");
    }

    @Test
    void requestsGoThroughTheProxyAndPastItToExceptions() throws Exception {
        try (var proxy = new MockWebServer();
                var server = new MockWebServer()) {
            proxy.start();
            server.start();
            proxy.enqueue(new MockResponse.Builder().body("by proxy").build());
            server.enqueue(new MockResponse.Builder().body("direct").build());
            var proxies = EnvironmentProxies.of(Map.of("HTTP_PROXY", "http://localhost:" + proxy.getPort()));
            try (var engine = HttpEngine.builder().proxies(proxies).build()) {
                assertThat(answer(engine, HttpUrl.get("http://nowhere.invalid/x")))
                        .isEqualTo("by proxy");
                assertThat(answer(engine, server.url("/y"))).isEqualTo("direct");
            }
            assertThat(proxy.takeRequest().getRequestLine()).isEqualTo("POST http://nowhere.invalid/x HTTP/1.1");
            assertThat(server.takeRequest().getRequestLine()).isEqualTo("POST /y HTTP/1.1");
        }
    }

    @Test
    void secureRequestsGoThroughATunnel() throws Exception {
        var certificate = LocalCertificate.of("nowhere.invalid");
        try (var proxy = new MockWebServer()) {
            proxy.useHttps(certificate.server().getSocketFactory());
            proxy.enqueue(new MockResponse.Builder().inTunnel().build());
            proxy.enqueue(new MockResponse.Builder().body("through").build());
            proxy.start();
            var proxies = EnvironmentProxies.of(Map.of("HTTPS_PROXY", "localhost:" + proxy.getPort()));
            try (var engine = HttpEngine.builder()
                    .proxies(proxies)
                    .tls(certificate.trust())
                    .build()) {
                assertThat(answer(engine, HttpUrl.get("https://nowhere.invalid/x")))
                        .isEqualTo("through");
            }
            assertThat(proxy.takeRequest().getRequestLine()).isEqualTo("CONNECT nowhere.invalid:443 HTTP/1.1");
            assertThat(proxy.takeRequest().getRequestLine()).isEqualTo("POST /x HTTP/1.1");
        }
    }

    private static String answer(HttpEngine engine, HttpUrl url) throws Exception {
        try (var response = engine.client().newCall(OnceBody.post(url)).execute()) {
            return response.body().string();
        }
    }

    private static Proxy selected(Map<String, String> environment, String address) {
        var proxies = EnvironmentProxies.of(environment).select(URI.create(address));
        assertThat(proxies).hasSize(1);
        return proxies.getFirst();
    }

    private static Proxy proxy(Proxy.Type type, String host, int port) {
        return new Proxy(type, InetSocketAddress.createUnresolved(host, port));
    }
}
