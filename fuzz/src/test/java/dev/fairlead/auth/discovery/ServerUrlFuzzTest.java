package dev.fairlead.auth.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import java.util.Optional;
import okhttp3.HttpUrl;

/** The name of a server is the same however often it is read, and its origin is where its address leads. */
class ServerUrlFuzzTest {

    @DictionaryEntries({
        "https://",
        "http://",
        "HTTPS://",
        "example.com",
        "EXAMPLE.com",
        "my_host",
        "[::1]",
        "127.0.0.1",
        "@",
        ":443",
        ":80",
        ":",
        ":0443",
        "/",
        "//",
        "/mcp",
        "/a/../b",
        "?x=1",
        "#f",
        "%2F",
        "\\\\"
    })
    @FuzzTest
    void names(byte[] input) {
        var url = Foreign.text(input);
        read(url).ifPresent(server -> {
            assertThat(read(server.canonical())).contains(server);
            assertThat(server.sameOrigin(url)).isTrue();
            assertThat(server.sameOrigin(server.origin())).isTrue();
            assertThat(server.isPartOf(server.canonical())).isTrue();
            assertThat(server.isPartOf(server.origin())).isTrue();
            assertThat(server.canonical()).startsWith(server.shown());
            assertLeadsTo(server.origin(), url);
        });
    }

    private static Optional<ServerUrl> read(String url) {
        try {
            return Optional.of(ServerUrl.of(url));
        } catch (IllegalArgumentException noServer) {
            assertThat(noServer).hasMessage("not the URL of a server");
            return Optional.empty();
        }
    }

    private static void assertLeadsTo(String origin, String url) {
        var asked = HttpUrl.parse(url);
        if (asked != null) {
            var named = HttpUrl.get(origin);
            assertThat(named.scheme() + named.host() + named.port())
                    .isEqualTo(asked.scheme() + asked.host() + asked.port());
        }
    }
}
