package dev.fairlead.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineWordsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "call add  a=1 | call,add,a=1",
                "a 'b c' \"d e\" f\\ g | a,b c,d e,f g",
                "it's' fine | its,fine",
                "\"a\\\"b\\\\c\\d\" | a\"b\\c\\d",
                "a # b | a",
                "a#b | a#b",
                "'' x | ,x",
                "--args {\"a\": \"} '\\\"\", \"b\": [1, 2]} y | --args;{\"a\": \"} '\\\"\", \"b\": [1, 2]};y",
                "a:=[1, {\"x\": 2}] b | a:=[1, {\"x\": 2}];b",
                "uri://{a}/b c | uri://{a}/b,c",
                "'{a b' | {a b",
            })
    void wordsAreWhatWasMeant(String line, String words) {
        var split = LineWords.of(line);

        assertThat(split.whole()).isTrue();
        assertThat(split.texts()).isEqualTo(List.of(words.split(words.contains(";") ? ";" : ",", -1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a {", "a:=[1, 2", "'a", "\"a\\\"", "a \\", "--args {\"a\": \"}"})
    void whatIsOpenGoesOn(String line) {
        assertThat(LineWords.of(line).whole()).isFalse();
    }

    @Test
    void linesMayEndInTheMiddle() {
        assertThat(LineWords.of("a \\\nb").texts()).containsExactly("a", "b");
        assertThat(LineWords.of("x={\n\"a\":\n1}").texts()).containsExactly("x={\n\"a\":\n1}");
    }

    @Test
    void quotedWordsComeBackWhateverTheyAre() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            var words = random.ints(1 + random.nextInt(4), 0, 12)
                    .mapToObj(length -> random.ints(length, 0, 14)
                            .mapToObj(c -> String.valueOf(" '\"\\#{}[]=a:\tü".charAt(c)))
                            .collect(Collectors.joining()))
                    .toList();
            var line = words.stream().map(LineWords::quoted).collect(Collectors.joining(" "));
            // A bracket behind = begins JSON unless it is quoted.
            if (words.stream().noneMatch(word -> word.contains("=[") || word.contains("={"))) {
                assertThat(LineWords.of(line).texts())
                        .as("seed %d: %s", seed, line)
                        .isEqualTo(words);
            }
        }
    }
}
