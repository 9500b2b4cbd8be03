package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The same conversation with a published mock of all providers, each in its own interface. */
class MockedProvidersTest {
    private static final ObjectNode SCHEMA = (ObjectNode) Json.parse("{\"type\":\"object\",\"properties\":{}}");
    private static final List<ToolSpec> TOOLS =
            List.of(new ToolSpec("add", "Adds.", SCHEMA), new ToolSpec("now", "Tells the time.", SCHEMA));

    private static final StillPace PACE = new StillPace();
    private static ProviderMock mock;
    private static Providers providers;

    @BeforeAll
    static void start() {
        mock = ProviderMock.start("answers.json");
        providers = mock.providers(PACE);
    }

    @AfterAll
    static void stop() {
        if (mock != null) {
            mock.close();
        }
    }

    private static Turn.Replied reply(Model model, List<Turn> turns) throws InterruptedException {
        var parts = new ArrayList<Part>();
        try (var stream = model.ask(new ModelRequest("Be brief.", turns, TOOLS, Tuning.USUAL))) {
            for (var piece = stream.next(); ; piece = stream.next()) {
                if (piece instanceof ReplyPiece.Whole(Part part)) {
                    parts.add(part);
                } else if (piece instanceof ReplyPiece.End end) {
                    return new Turn.Replied(model.name(), parts, end.usage(), end.end());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemini", "openai", "openai-responses", "anthropic", "ollama"})
    void aConversationWithCalls(String provider) throws Exception {
        var model = providers.model(providers.named(provider));
        var turns = new ArrayList<Turn>(List.of(Turn.Asked.of("What is the sum?")));
        var asked = reply(model, turns);
        assertThat(asked.end().reason()).isEqualTo(Reason.TOOLS);
        assertThat(asked.calls()).extracting(Part.Call::name).containsExactly("add", "now");
        assertThat(asked.calls().getFirst().arguments())
                .isEqualTo(Json.object().put("a", 2).put("b", 3));
        turns.add(asked);
        turns.add(new Turn.Results(asked.calls().stream()
                .map(call -> new CallResult(call.id(), call.name(), false, List.of(Part.Text.of("5"))))
                .toList()));
        var answered = reply(model, turns);
        assertThat(answered.end().reason()).isEqualTo(Reason.DONE);
        assertThat(Wording.of(answered.parts())).isEqualTo("The sum is five, and not six or seven.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemini", "anthropic", "ollama"})
    void thoughts(String provider) throws Exception {
        var reply = reply(providers.model(providers.named(provider)), List.of(Turn.Asked.of("Your thoughts?")));
        assertThat(reply.parts()).hasSize(2);
        assertThat(reply.parts().getFirst())
                .isInstanceOfSatisfying(
                        Part.Thinking.class,
                        thinking -> assertThat(thinking.text()).isEqualTo("Two and three."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemini", "openai", "openai-responses", "anthropic", "ollama"})
    void aLimit(String provider) {
        int before = PACE.pauses().size();
        var failure = catchThrowableOfType(
                ModelException.class,
                () -> reply(providers.model(providers.named(provider)), List.of(Turn.Asked.of("At the limit?"))));
        assertThat(failure.kind()).isEqualTo(ModelException.Kind.LIMITED);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(PACE.pauses()).hasSize(before + 3);
    }
}
