package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecrecyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "production",
                "true",
                "totally-not-evil-mcp-2",
                "mcp-server-2025-06-18",
                "@modelcontextprotocol/server-filesystem",
                "application/json",
                "/usr/local/lib/python3/site-packages",
                "https://example.com/some/longer/path",
                "MyVeryLongServerNameForPeople",
                "20250618123456789",
            })
    void whatPeoplePutTogetherDoesNotLookSecret(String value) {
        assertThat(Secrecy.looksSecret(value)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ghp_0123456789abcdefABCDEFabcdef0123",
                "sk-proj-aB3dE5fG7hI9jK1l",
                "https://hooks.example.com/x/9f86d081884c7d659a2feaa0c55ad015",
                "Bearer abc",
                "basic YTpi",
            })
    void keysAndTokensDo(String value) {
        assertThat(Secrecy.looksSecret(value)).isTrue();
    }

    @Test
    void whatAMachineMadeUpLooksSecret() {
        for (long seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var bytes = new byte[24];
            random.nextBytes(bytes);
            for (var made : List.of(
                    HexFormat.of().formatHex(bytes), new UUID(random.nextLong(), random.nextLong()).toString())) {
                assertThat(Secrecy.random(made)).as("seed %d: %s", seed, made).isTrue();
            }
        }
        long missed = new Random(1)
                .longs(1_000)
                .filter(seed -> {
                    var bytes = new byte[24];
                    new Random(seed).nextBytes(bytes);
                    return !Secrecy.random(Base64.getUrlEncoder().encodeToString(bytes));
                })
                .count();
        assertThat(missed).as("of a thousand").isLessThan(10);
    }

    @ParameterizedTest
    @CsvSource({
        "API_KEY, letmein, true",
        "GITHUB_TOKEN, x, true",
        "dbPassword, hunter2, true",
        "USE_TOKENS, true, false",
        "AUTH_ENABLED, false, false",
        "NODE_ENV, production, false",
        "SEED, 9f86d081884c7d65, true",
    })
    void aNameOrTheLookDecides(String name, String value, boolean secret) {
        assertThat(Secrecy.isSecret(name, value)).isEqualTo(secret);
    }

    @ParameterizedTest
    @CsvSource({
        "https://ann:pw@x.example/mcp?key=1#f, https://x.example/mcp",
        "https://x.example/api/s/ZmFrZS1rZXktMTIzNDU2Nzg5MA/mcp, https://x.example/api/s/••••/mcp",
        "https://x.example/9f86d081884c7d659a2feaa0c55ad015, https://x.example/••••",
        "https://x.example/v1/server-2025-06-18/sse, https://x.example/v1/server-2025-06-18/sse",
        "https://x.example, https://x.example",
        "https://x.example/@scope/pkg, https://x.example/@scope/pkg",
        "${BASE}/mcp, ${BASE}/mcp",
    })
    void aPlaceShowsNoKeys(String url, String place) {
        var address = Endpoint.Address.of(url);
        assertThat(address.place()).isEqualTo(place);
        assertThat(address.toString()).contains(place).doesNotContain("pw@", "9f86", "ZmFr");
    }
}
