package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import okhttp3.HttpUrl;

/** An address that may be asked is one that others read alike, and leads nowhere that the policy forbids. */
class AddressPolicyFuzzTest {
    private static final int LONGEST_REFUSAL = 1000;
    private static final AddressPolicy STRICT = AddressPolicy.strict();
    private static final List<AddressPolicy> OTHERS = List.of(
            STRICT.allowingPrivateNetworks(),
            AddressPolicy.forServer("https://mcp.example.com/mcp"),
            AddressPolicy.forServer("http://localhost:8080/mcp"),
            AddressPolicy.forServer("http://10.0.0.7/mcp").withoutPlainHttp());

    @DictionaryEntries({
        "https://",
        "http://",
        "HTTPS://",
        "ftp://",
        "//",
        "\\\\",
        "@",
        ":443",
        ":80",
        "#",
        "?",
        "%2e",
        "%00",
        "%40",
        "。",
        "．",
        "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
        "xn--",
        "localhost",
        "example.com",
        "127.0.0.1",
        "127.1",
        "0x7f000001",
        "017700000001",
        "2130706433",
        "169.254.169.254",
        "10.0.0.7",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[fe80::1%25eth0]",
        "[64:ff9b::7f00:1]",
        "metadata.google.internal",
        ".local",
        ".",
        " "
    })
    @FuzzTest
    void checks(byte[] input) {
        var url = Foreign.text(input);
        checked(STRICT, url).ifPresent(address -> {
            assertThat(address.isHttps()).isTrue();
            assertThat(Hosts.reachOf(address.host())).contains(Reach.PUBLIC);
            for (var other : OTHERS) {
                assertThat(checked(other, url)).as("what all may ask").contains(address);
            }
        });
        for (var other : OTHERS) {
            checked(other, url).ifPresent(address -> {
                var reach = Hosts.reachOf(address.host()).orElseThrow();
                assertThat(reach).isIn(Reach.PUBLIC, Reach.LOOPBACK, Reach.PRIVATE);
            });
        }
    }

    /** Returns what an address means to a policy, having checked that it means the same to others. */
    private static Optional<HttpUrl> checked(AddressPolicy policy, String url) {
        HttpUrl address;
        try {
            address = policy.checked(url);
        } catch (FetchException refused) {
            assertThat(refused.kind()).isEqualTo(FetchException.Kind.REFUSED);
            Foreign.assertShowable(refused.getMessage(), LONGEST_REFUSAL);
            return Optional.empty();
        }
        assertThat(address.username() + address.password()).isEmpty();
        assertReadAlike(url, address);
        assertAskedAgain(policy, address);
        return Optional.of(address);
    }

    private static void assertReadAlike(String url, HttpUrl address) {
        try {
            var uri = new URI(url);
            if (uri.getHost() != null) {
                var host = new HttpUrl.Builder()
                        .scheme("https")
                        .host(uri.getHost())
                        .build()
                        .host();
                assertThat(host).isEqualTo(address.host());
                assertThat(uri.getScheme().toLowerCase(Locale.ROOT)).isEqualTo(address.scheme());
                assertThat(uri.getPort()).isIn(-1, address.port());
            }
        } catch (URISyntaxException stricter) {
            return; // It takes fewer signs than we do, and so it cannot be led elsewhere.
        }
    }

    private static void assertAskedAgain(AddressPolicy policy, HttpUrl address) {
        try {
            assertThat(policy.checked(address.toString())).isEqualTo(address);
        } catch (FetchException refused) {
            throw new AssertionError("refused as it is written: " + address, refused);
        }
    }
}
