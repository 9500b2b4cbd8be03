package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallDraftTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "null", "null\n", "{}"})
    void noArgumentsAreSaidInManyWays(String none) {
        var draft = new CallDraft().named("1", "now");
        draft.allArguments(none);

        var call = draft.whole("1", null);

        assertThat(call.unreadable()).isNull();
        assertThat(call.arguments()).isEqualTo(Json.object());
    }

    @Test
    void whatIsNoObjectIsKeptAsItWasWritten() {
        var draft = new CallDraft().named("1", "now");
        draft.allArguments("nul");

        assertThat(draft.whole("1", null).unreadable()).isEqualTo("nul");
    }
}
