package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.protocol.rpc.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of Gemini in which anything may be anything. */
class GeminiGarbageTest {
    private static final int TRIES = 400;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "thinking.sse",
                "parallel-calls.sse",
                "image.sse",
                "signed-words.sse",
                "error-midway.sse",
                "odd.sse"
            })
    void garbageGivesPiecesOrOneOfTwoExceptions(String recording) {
        var events = Arrays.stream(ModelServer.text("gemini/" + recording).split("\r\n\r\n"))
                .map(event -> new Recorded.Event("", event.substring("data: ".length())))
                .toList();
        for (int seed = 0; seed < TRIES; seed++) {
            var spoiled = Garbage.of(events, new Random(seed));
            try {
                var pieces = Recorded.read(new GeminiCodec(), spoiled);
                assertThat(pieces.getLast()).as("seed %d", seed).isInstanceOf(ReplyPiece.End.class);
            } catch (BadReplyException | ComplaintException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).isNotNull();
            } catch (RuntimeException bug) {
                throw new AssertionError("seed %d: %s".formatted(seed, spoiled), bug);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400, 429, 500})
    void aComplaintOfGarbageIsStillOne(int status) {
        var tools = List.of(new ToolSpec("add", "", Json.object()));
        var request = new ModelRequest("", List.of(), tools, Tuning.USUAL);
        var limited = List.of(new Recorded.Event("", ModelServer.text("gemini/limited.json")));
        for (int seed = 0; seed < TRIES; seed++) {
            for (var spoiled : Garbage.of(limited, new Random(seed))) {
                assertThat(new GeminiCodec().complaint(status, spoiled.data(), request))
                        .as("seed %d", seed)
                        .isNotNull();
            }
        }
    }
}
