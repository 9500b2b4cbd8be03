package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.Headers;
import org.junit.jupiter.api.Test;

class OwnHeadersTest {
    private final OwnHeaders own =
            new OwnHeaders(Headers.NONE.with("X-Key", "users").with("X-Other", "too"));

    @Test
    void aPostSaysWhatItAcceptsAndWhoWeAre() {
        var sent = own.ofPost(Headers.NONE);

        assertThat(sent.get("Accept")).isEqualTo("application/json, text/event-stream");
        assertThat(sent.get("User-Agent")).isEqualTo(HttpEngine.USER_AGENT);
        assertThat(sent.get("X-Key")).isEqualTo("users");
    }

    @Test
    void otherRequestsAcceptWhatTheySay() {
        assertThat(own.of(Headers.NONE).get("Accept")).isNull();
        assertThat(own.of(Headers.NONE.with("Accept", "text/event-stream")).values("Accept"))
                .containsExactly("text/event-stream");
    }

    @Test
    void whatARequestSaysTakesThePlaceOfWhatTheUserSays() {
        var special = Headers.NONE.with("x-key", "its own");

        assertThat(own.ofPost(special).values("X-Key")).containsExactly("its own");
        assertThat(own.of(special).values("X-Key")).containsExactly("its own");
        assertThat(own.ofPost(special).names()).contains("x-key").doesNotContain("X-Key");
    }

    @Test
    void theUserMayCallUsAnotherName() {
        var renamed = new OwnHeaders(Headers.NONE.with("user-agent", "mine"));

        assertThat(renamed.ofPost(Headers.NONE).values("User-Agent")).containsExactly("mine");
    }

    @Test
    void theSameHeadersArePutTogetherOnce() {
        var session = Headers.NONE.with("Mcp-Session-Id", "one");

        assertThat(own.ofPost(session)).isSameAs(own.ofPost(session));
    }

    @Test
    void otherHeadersAreOthersEvenWhereTheyAreNamedAlike() {
        var first = own.ofPost(Headers.NONE.with("Mcp-Session-Id", "one"));
        var second = own.ofPost(Headers.NONE.with("Mcp-Session-Id", "two"));

        assertThat(first.get("Mcp-Session-Id")).isEqualTo("one");
        assertThat(second.get("Mcp-Session-Id")).isEqualTo("two");
    }

    @Test
    void knowsWhatTheUserHasSetAndTellsNoValues() {
        assertThat(own.has("x-key")).isTrue();
        assertThat(own.has("Authorization")).isFalse();
        assertThat(own).asString().contains("X-Key").doesNotContain("users");
    }
}
