package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SanitizerTest {
    private static final int TRIES = 2_000;

    @Test
    void jsonKeepsItsMeaningAndIsFreeOfAllOfIt() {
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var value = Json.object().put(whole(HostileText.next(random)), whole(HostileText.next(random)));

            var json = Sanitizer.json(Json.write(value));

            assertThat(HostileText.firstHostile(json)).as("seed %d", seed).isEmpty();
            assertThat(json).as("seed %d", seed).doesNotContain("\n", "\t");
            assertThat(Json.parse(json)).as("seed %d", seed).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aZ 09\t\n\"\\{}[],:äß漢字\u00A0é",
                "\uD83D\uDE00",
                "\uD83D\uDC69\u200D\uD83D\uDE80", // a woman and a rocket are an astronaut
                "\uD83D\uDC69\uD83C\uDFFD\u200D\uD83D\uDE80", // with a colour of skin
                "\u2764\uFE0F\u200D\uD83D\uDD25", // a heart, as a picture, on fire
                "1\uFE0F\u20E3", // a key
                "\uD83C\uDDEA\uD83C\uDDFA", // a flag
                "می\u200cخواهم", // Persian parts its words so
                "ක්\u200dර", // Sinhala joins its letters so
                "葛\uDB40\uDD00", // a variant of a name
                "שלום עולם",
                "\u0627\u0651\u064e", // a letter with two marks
                "z\u0351\u0352\u0353\u0354"
            })
    void harmlessTextStaysAsItIs(String text) {
        assertThat(Sanitizer.text(text)).isEqualTo(text);
        assertThat(Sanitizer.json(text)).isEqualTo(text);
    }

    @Test
    void whatIsTakenOutStaysVisible() {
        assertThat(Sanitizer.text("\u001b[31mred\u009b0m")).isEqualTo("\\u001b[31mred\\u009b0m");
        assertThat(Sanitizer.text("a\u202Eb")).isEqualTo("a\\u202eb");
        assertThat(Sanitizer.text("\uDB40\uDC41")).isEqualTo("\\u{e0041}");
        assertThat(Sanitizer.text("\uFFFF\uFDD0\uD83F\uDFFE")).isEqualTo("\\uffff\\ufdd0\\u{1fffe}");
        assertThat(Sanitizer.text("\uD800x\uDC00")).isEqualTo("\\ud800x\\udc00");
        assertThat(Sanitizer.text("\u2028\u2029\uFEFF")).isEqualTo("\\u2028\\u2029\\ufeff");
    }

    @Test
    void joinersAndSelectorsStandOnlyWhereTheyDoSomething() {
        assertThat(Sanitizer.line("pay\u200dpal\u200c")).isEqualTo("pay\\u200dpal\\u200c");
        assertThat(Sanitizer.line("\uD83D\uDC69\u200D")).isEqualTo("\uD83D\uDC69\\u200d");
        assertThat(Sanitizer.line("\u200D\uD83D\uDE80")).isEqualTo("\\u200d\uD83D\uDE80");
        assertThat(Sanitizer.line("a\uFE0Fb\uDB40\uDD00")).isEqualTo("a\\ufe0fb\\u{e0100}");
        assertThat(Sanitizer.line("\u2764\uFE0F\uFE0F\uFE0E")).isEqualTo("\u2764\uFE0F\\ufe0f\\ufe0e");
        assertThat(Sanitizer.line("葛\uDB40\uDD00\uDB40\uDD01")).isEqualTo("葛\uDB40\uDD00\\u{e0101}");
    }

    @Test
    void lettersThatCannotBeSeenAreShown() {
        assertThat(Sanitizer.line("a\u115F\u3164\u034F\uFFA0\u17B4")).isEqualTo("a\\u115f\\u3164\\u034f\\uffa0\\u17b4");
    }

    @Test
    void inNamesNothingIsUnseenWhateverTextNeeds() {
        var heart = "\u2764\uFE0F\u200D\uD83D\uDD25";
        assertThat(Sanitizer.line(heart)).isEqualTo(heart);
        assertThat(Sanitizer.name(heart)).isEqualTo("\u2764\\ufe0f\\u200d\uD83D\uDD25");
        assertThat(Sanitizer.line("a\u2800b\u00A0c")).isEqualTo("a\u2800b\u00A0c");
        assertThat(Sanitizer.name("a\u2800b\u00A0c\u3164\u115F")).isEqualTo("a\\u2800b\\u00a0c\\u3164\\u115f");
        assertThat(Sanitizer.name("two words\nand \u6587")).isEqualTo("two words and \u6587");
    }

    @Test
    void marksPileUpToALimit() {
        assertThat(Sanitizer.line("a" + "\u0301".repeat(12) + "b"))
                .isEqualTo("a" + "\u0301".repeat(10) + "\\u0301\\u0301b");
    }

    @Test
    void lineEndsOfWindowsBecomeLineEnds() {
        assertThat(Sanitizer.text("a\r\nb\rc")).isEqualTo("a\nb\\u000dc");
        assertThat(Sanitizer.line("a\r\nb\tc")).isEqualTo("a b c");
    }

    @Test
    void halfACharacterIsReplacedInJson() {
        assertThat(Sanitizer.json("{\"a\uD800\":\"\uDC00b\uD83D\uDE00\"}"))
                .isEqualTo("{\"a\\ufffd\":\"\\ufffdb\uD83D\uDE00\"}");
    }

    @Test
    void jsonWithRawControlsIsCleanedToo() {
        assertThat(Sanitizer.json("{\r\n\t\"a\":\"\u001b[2J\u007f\"\r}\n"))
                .isEqualTo("{\n\t\"a\":\"\\u001b[2J\\u007f\"}\n");
        assertThat(Sanitizer.json("\"\uDB40\uDC41\"")).isEqualTo("\"\\udb40\\udc41\"");
    }

    private static String whole(String text) {
        var whole = new StringBuilder();
        text.codePoints()
                .filter(point -> Character.getType(point) != Character.SURROGATE)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}
