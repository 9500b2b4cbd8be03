package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ToolDefinitionTest {
    private static final int MUTATIONS = 1_000;

    @Test
    void everyMutationOfAnyFieldHasAnotherHash() {
        int readable = 0;
        for (long seed = 0; readable < MUTATIONS; seed++) {
            int number = (int) (seed % Samples.count());
            var json = Samples.json(number);
            var how = new Mutation(new Random(seed)).apply(json);
            Tool tool;
            try {
                tool = Tool.from(json);
            } catch (BadShape noToolAnyMore) {
                continue;
            }
            assertThat(ToolDefinition.of(tool).hash())
                    .as("seed %d: %s: %s", seed, how, json)
                    .isNotEqualTo(Samples.definition(number).hash());
            readable++;
        }
    }

    @Test
    void nothingOfWhatTheServerSaysIsLostOnTheWayToTheHash() {
        for (long seed = 0; seed < MUTATIONS; seed++) {
            var json = Samples.json((int) (seed % Samples.count()));
            new Mutation(new Random(seed)).apply(json);
            try {
                assertThat(ToolDefinition.of(Tool.from(json)).text())
                        .as("seed %d", seed)
                        .isEqualTo(Canonical.text(json));
            } catch (BadShape noToolAnyMore) {
                assertThat(noToolAnyMore).isNotNull();
            }
        }
    }

    @Test
    void theOrderOfMembersDoesNotCount() {
        for (long seed = 0; seed < 200; seed++) {
            for (int number = 0; number < Samples.count(); number++) {
                var shuffled = shuffled(Samples.json(number), new Random(seed));
                assertThat(ToolDefinition.of(Tool.from(shuffled)))
                        .as("seed %d", seed)
                        .isEqualTo(Samples.definition(number))
                        .hasSameHashCodeAs(Samples.definition(number));
            }
        }
    }

    @Test
    void isKeptAsTextThatReadsAsTheSameDefinition() {
        for (int number = 0; number < Samples.count(); number++) {
            var definition = Samples.definition(number);
            assertThat(definition.text()).matches("[ -~]+");
            assertThat(ToolDefinition.of(Tool.from(Json.parse(definition.text()))))
                    .isEqualTo(definition);
            assertThat(definition.hash()).matches("[0-9a-f]{64}").isEqualTo(Canonical.sha256(definition.text()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1.0",
                "1.0 | 1.00",
                "100 | 1e2",
                "null | {}",
                "0 | false",
                "1 | \"1\"",
                "[1,2] | [2,1]",
                "[] | {}",
                "\"é\" | \"e\\u0301\"",
                "\"\\ud800\" | \"\\ud801\"",
                "\"\\ud800\" | \"?\"",
                "\"a\" | \"\\u0430\"",
                "\"\" | \"\\u200b\"",
                "{\"a\":{},\"b\":1} | {\"a\":{\"b\":1}}",
                "[[1],2] | [[1,2]]",
                "{\"a\":null} | {}",
            })
    void tellsApart(String one, String other) {
        assertThat(Canonical.text(Json.parse(one))).isNotEqualTo(Canonical.text(Json.parse(other)));
    }

    @Test
    void numbersOfProgramsAreSpelledAsIfTheyHadBeenReceived() {
        var made = Json.object()
                .put("a", 1.5d)
                .put("b", 1e10d)
                .put("c", 3L)
                .put("d", 0.1f)
                .put("e", Double.NaN);
        assertThat(Canonical.text(made)).isEqualTo(Canonical.text(Json.parse(Json.write(made))));
    }

    private static JsonNode shuffled(JsonNode json, Random random) {
        if (json.isObject()) {
            var names = new ArrayList<>(json.propertyNames());
            Collections.shuffle(names, random);
            var copy = Json.object();
            names.forEach(name -> copy.set(name, shuffled(json.get(name), random)));
            return copy;
        }
        if (json.isArray()) {
            var copy = Json.array();
            json.forEach(element -> copy.add(shuffled(element, random)));
            return copy;
        }
        return json;
    }
}
