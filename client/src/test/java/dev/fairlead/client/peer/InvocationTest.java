package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;

class InvocationTest {
    @Test
    void whatACallIsAboutIsNamedInOneShortLine() {
        assertThat(Invocation.of("tools/call", Json.object(), "a\u001bb\nc").words())
                .isEqualTo("tools/call a\\u001bb\\u000ac");
        assertThat(Invocation.of("resources/read", Json.object(), "x".repeat(9_000))
                        .words())
                .hasSizeLessThan(250);
        assertThat(Invocation.of("ping", Json.object(), null).words()).isEqualTo("ping");
    }
}
