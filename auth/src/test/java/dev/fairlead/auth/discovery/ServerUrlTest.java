package dev.fairlead.auth.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fairlead.testkit.Verifies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to an address, and what only looks so. */
final class ServerUrlTest {

    @ParameterizedTest
    @CsvSource({
        "https://mcp.example.com, https://mcp.example.com, ''",
        "https://mcp.example.com/, https://mcp.example.com, ''",
        "https://mcp.example.com/mcp, https://mcp.example.com, /mcp",
        "https://mcp.example.com/mcp/, https://mcp.example.com, /mcp",
        "https://mcp.example.com/mcp//, https://mcp.example.com, /mcp",
        "HTTPS://MCP.Example.COM/Mcp, https://mcp.example.com, /Mcp",
        "https://mcp.example.com:443/mcp, https://mcp.example.com, /mcp",
        "http://mcp.example.com:80/mcp, http://mcp.example.com, /mcp",
        "https://mcp.example.com:80/mcp, https://mcp.example.com:80, /mcp",
        "http://127.0.0.1:8080/a/b, http://127.0.0.1:8080, /a/b",
        "http://[::1]:8080/a, http://[::1]:8080, /a",
        "https://mcp.example.com/a%2Fb, https://mcp.example.com, /a%2Fb",
        "https://mcp.example.com/mcp#part, https://mcp.example.com, /mcp",
        "http://my_host:8080/mcp, http://my_host:8080, /mcp",
        "http://my_host:80, http://my_host, ''"
    })
    @Verifies("F-27")
    void anAddressHasAnOriginAndAPath(String url, String origin, String path) {
        var parts = ServerUrl.of(url);
        assertThat(parts.origin()).isEqualTo(origin);
        assertThat(parts.path()).isEqualTo(path);
        assertThat(parts.shown()).isEqualTo(origin + path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mcp",
                "/mcp",
                "ftp://example.com/",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "https:///mcp",
                "https:mcp",
                "https://user@example.com/",
                "https://user:secret@example.com/",
                "https://example.com/a b",
                "https://exa mple.com/",
                "https://example.com:port/",
                "https://[::1/",
                "//example.com/"
            })
    void whatIsNoneIsNotTakenForOne(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> ServerUrl.of(url)).withMessage("not the URL of a server");
        assertThat(ServerUrl.of("https://example.com/").sameOrigin(url)).isFalse();
        assertThat(ServerUrl.of("https://example.com/").isPartOf(url)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/x, https://a.example/y, true",
        "https://a.example/x, HTTPS://A.EXAMPLE:443, true",
        "https://a.example/x, http://a.example/x, false",
        "https://a.example/x, https://a.example:8443/x, false",
        "https://a.example/x, https://b.example/x, false",
        "https://a.example/x, https://a.example.evil/x, false",
        "https://a.example/x, https://sub.a.example/x, false",
        "https://a.example/x, https://a.example@evil.example/x, false",
        "http://127.0.0.1:80/x, http://127.0.0.1/, true",
        "http://127.0.0.1:81/x, http://127.0.0.1/, false"
    })
    void anOriginIsSchemeHostAndPort(String one, String other, boolean same) {
        assertThat(ServerUrl.of(one).sameOrigin(other)).isEqualTo(same);
        if (same) {
            assertThat(ServerUrl.of(other).sameOrigin(one)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // Itself, however written.
        "https://a.example/mcp, https://a.example/mcp, true",
        "https://a.example/mcp, https://a.example/mcp/, true",
        "https://a.example/mcp/, https://a.example/mcp, true",
        "https://A.example/mcp, HTTPS://a.EXAMPLE:443/mcp, true",
        // What it is part of.
        "https://a.example/mcp, https://a.example, true",
        "https://a.example/mcp, https://a.example/, true",
        "https://a.example/team/mcp, https://a.example/team, true",
        "https://a.example/team/mcp, https://a.example/team/, true",
        // What is part of it, or beside it.
        "https://a.example/mcp, https://a.example/mcp/tools, false",
        "https://a.example/mcp, https://a.example/other, false",
        "https://a.example/mcp, https://a.example/mc, false",
        "https://a.example/mcp2, https://a.example/mcp, false",
        "https://a.example/mcp, https://a.example/MCP, false",
        "https://a.example, https://a.example/mcp, false",
        // Somebody else.
        "https://a.example/mcp, http://a.example/mcp, false",
        "https://a.example/mcp, https://a.example:8443/mcp, false",
        "https://a.example/mcp, https://b.example/mcp, false",
        "https://a.example/mcp, https://a.example.evil/mcp, false",
        // Queries and fragments.
        "https://a.example/mcp?t=1, https://a.example/mcp, true",
        "https://a.example/mcp?t=1, https://a.example/mcp?t=1, true",
        "https://a.example/mcp?t=1, https://a.example/mcp?t=2, false",
        "https://a.example/mcp, https://a.example/mcp?t=1, false",
        "https://a.example/mcp, https://a.example/mcp#a, false",
        "https://a.example/mcp, https://a.example/#, false"
    })
    @Verifies({"F-8", "F-27"})
    void aServerIsPartOfWhatStandsAboveIt(String server, String resource, boolean part) {
        assertThat(ServerUrl.of(server).isPartOf(resource)).isEqualTo(part);
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS://MCP.Example.COM:443/Mcp/, https://mcp.example.com/Mcp",
        "https://mcp.example.com/, https://mcp.example.com",
        "https://mcp.example.com/mcp?tenant=A%20b, https://mcp.example.com/mcp?tenant=A%20b",
        "https://mcp.example.com/mcp#part, https://mcp.example.com/mcp"
    })
    @Verifies("F-27")
    void theNameOfAServerIsItsAddressWithoutWhatGoesWithoutSaying(String url, String name) {
        assertThat(ServerUrl.of(url).canonical()).isEqualTo(name);
    }

    @Test
    void aQueryIsNotShown() {
        assertThat(ServerUrl.of("https://mcp.example.com/mcp?key=hush").shown()).doesNotContain("hush");
    }
}
