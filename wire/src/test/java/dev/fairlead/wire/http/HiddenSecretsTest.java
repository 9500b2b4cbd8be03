package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.Headers;
import java.util.Map;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** What a server repeats of what only it should know is not told on. */
final class HiddenSecretsTest {
    private static final Request SENT = new Request.Builder()
            .url("https://h.example/mcp?key=querysecret&short=abc&flag")
            .header("Authorization", "Bearer tokensecret")
            .header("X-Key", "sixsix")
            .header("X-Tiny", "five5")
            .header("User-Agent", "fairlead-agent")
            .header("MCP-Protocol-Version", "2026-07-28")
            .build();

    @Test
    void valuesOfHeadersAndOfTheQueryAreHidden() {
        assertThat(Secrets.hide("no: Bearer tokensecret, tokensecret, sixsix, querysecret", SENT))
                .isEqualTo("no: [hidden], [hidden], [hidden], [hidden]");
    }

    @Test
    void whatEverybodyKnowsOrIsFoundEverywhereStays() {
        var text = "five5 abc fairlead-agent 2026-07-28 h.example";
        assertThat(Secrets.hide(text, SENT)).isEqualTo(text);
    }

    @Test
    void whatIsActedUponLosesOnlyWhatCouldBeNoWord() {
        assertThat(Secrets.hideLong("sixsix querysecret Bearer tokensecret tokensecret", SENT))
                .isEqualTo("sixsix querysecret [hidden] tokensecret");
        var exactly = SENT.newBuilder().header("X-Key", "sixteen-letters!").build();
        assertThat(Secrets.hideLong("sixteen-letters!", exactly)).isEqualTo("[hidden]");
        var less = SENT.newBuilder().header("X-Key", "fifteen-letters").build();
        assertThat(Secrets.hideLong("fifteen-letters", less)).isEqualTo("fifteen-letters");
    }

    @Test
    void headersOfTheirOwnAreHiddenToo() {
        assertThat(Secrets.hide(
                        "a Basic dXNlcjpwYXNz and dXNlcjpwYXNz",
                        Headers.of(Map.of("Authorization", "Basic dXNlcjpwYXNz"))))
                .isEqualTo("a [hidden] and [hidden]");
    }
}
