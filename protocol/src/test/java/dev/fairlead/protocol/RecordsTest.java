package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class RecordsTest {
    private static final int TRIES = 200;

    static List<Sample> samples() {
        return Samples.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void readingAndWritingLosesNothingAndChangesNothing(Sample sample) {
        var json = sample.json();
        assertThat(sample.again().apply(json)).isEqualTo(sample.json());
        assertThat(json).isEqualTo(sample.json());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void unknownMembersSurviveAnywhere(Sample sample) {
        if (!sample.open()) {
            return;
        }
        for (long seed = 0; seed < TRIES; seed++) {
            var json = sample.json();
            new Mutation(new Random(seed)).insert(json);
            assertThat(sample.again().apply(json)).as("seed %d", seed).isEqualTo(json);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void brokenMembersAreReadOrRefusedButNeverCrash(Sample sample) {
        for (long seed = 0; seed < TRIES; seed++) {
            var json = sample.json();
            var mutation = new Mutation(new Random(seed));
            mutation.damage(json);
            try {
                var written = sample.again().apply(json);
                assertThat(sample.again().apply(written))
                        .as("seed %d, written again", seed)
                        .isEqualTo(written);
            } catch (BadShape refused) {
                assertThat(refused).as("seed %d: %s", seed, json).hasMessageMatching("(?s).+");
            } catch (RuntimeException crash) {
                throw new AssertionError("seed %d: %s".formatted(seed, json), crash);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void whatIsNoObjectIsRefusedOrKept(Sample sample) {
        for (var text : List.of("null", "1", "\"x\"", "[]", "[{}]", "true")) {
            JsonNode json = Json.parse(text);
            if (sample.name().equals("ContentBlock") || sample.name().equals("roots/list")) {
                assertThat(sample.again().apply(json)).isEqualTo(json);
            } else {
                assertThatThrownBy(() -> sample.again().apply(json)).isInstanceOf(BadShape.class);
            }
        }
    }

    @Test
    void collectionsAreCopiedAndClosed() {
        var prompt = Prompt.of("p", null, PromptArgument.required("a", null));
        assertThatThrownBy(() -> prompt.arguments().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> SubscriptionFilter.all().resourceUris().add("x"))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
