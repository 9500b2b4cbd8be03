package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class DefinitionDiffTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1} | {\"a\":1} | ''",
                "{\"a\":1} | {\"a\":1.0} | ~ /a: 1 -> 1.0",
                "{\"a\":1} | {\"a\":1,\"b\":null} | + /b: null",
                "{\"a\":1,\"b\":[]} | {\"a\":1} | - /b: []",
                "{\"a\":{\"b/c\":[1,2]}} | {\"a\":{\"b/c\":[1,3]}} | ~ /a/b~1c/1: 2 -> 3",
                "{\"a\":\"x\"} | {\"a\":{\"b\":\"y\"}} | ~ /a: \"x\" -> {\"b\":\"y\"}",
                "{\"a\":\"reads\"} | {\"a\":\"writes\"} | ~ /a: \"reads\" -> \"writes\"",
            })
    void saysWhatIsDifferentAndWhere(String before, String after, String difference) {
        assertThat(DefinitionDiff.between(Json.parse(before), Json.parse(after)))
                .hasToString(difference);
    }

    @Test
    void showsWhatIsInvisibleAndNamesWhatLooksAlike() {
        var before = Json.object().put("a", "pay").put("b", "x");
        var after = Json.object().put("a", "p\u0430y").put("b", "x\u200b\u001b[2J\u202e\udb40\udc41");
        assertThat(DefinitionDiff.between(before, after).lines())
                .containsExactly(
                        "~ /a: \"pay\" -> \"p\u0430y\" (character 2 was U+0061 LATIN SMALL LETTER A"
                                + " and is U+0430 CYRILLIC SMALL LETTER A)",
                        "~ /b: \"x\" -> \"x\\u200b\\u001b[2J\\u202e\\udb40\\udc41\""
                                + " (character 2 was the end and is U+200B ZERO WIDTH SPACE)");
    }

    @Test
    void showsTheBeginningOfTheDifferenceInALongText() {
        var same = "a".repeat(5_000);
        var diff = DefinitionDiff.between(
                Json.object().put("d", same + "b"), Json.object().put("d", same + "c" + same));
        assertThat(diff.lines()).hasSize(1);
        assertThat(diff.lines().getFirst())
                .contains("…\"" + "a".repeat(40) + "b\" -> …\"" + "a".repeat(40) + "ca")
                .hasSizeLessThan(600);
    }

    @Test
    void isBoundedAndCountsTheRest() {
        var before = Json.object();
        var after = Json.object();
        for (int i = 0; i < 1_000; i++) {
            after.put("m" + i, i);
        }
        var diff = DefinitionDiff.between(before, after);
        assertThat(diff.changes()).hasSize(50);
        assertThat(diff.left()).isEqualTo(950);
        assertThat(diff.lines()).last().isEqualTo("and 950 more");
    }

    @Test
    void everyMutationIsShownInTextThatIsFitForATerminal() {
        for (long seed = 0; seed < 1_000; seed++) {
            var before = Samples.json((int) (seed % Samples.count()));
            var after = before.deepCopy();
            var how = new Mutation(new Random(seed)).apply(after);
            var diff = DefinitionDiff.between(before, after);
            assertThat(diff.lines()).as("seed %d: %s", seed, how).isNotEmpty();
            for (var line : diff.lines()) {
                assertThat(line.codePoints().allMatch(Visible::visible))
                        .as("seed %d: %s", seed, line)
                        .isTrue();
            }
        }
    }

    @Test
    void placesWhereNothingDiffersCostNothing() {
        var before = nested("a");
        var after = nested("b");

        // Spelling the place of every member would mean copying hundreds of gigabytes.
        var diff = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> DefinitionDiff.between(before, after));

        assertThat(diff.lines()).singleElement().asString().endsWith("…: \"a\" -> \"b\"");
    }

    private static ObjectNode nested(String last) {
        var root = Json.object();
        var inside = root;
        for (int i = 0; i < 100; i++) {
            inside = inside.putObject("n".repeat(10_000));
        }
        for (int i = 0; i < 300_000; i++) {
            inside.put("m" + i, 1);
        }
        inside.put("last", last);
        return root;
    }
}
