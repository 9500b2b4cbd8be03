package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SanitizerTest {
    private static final int TRIES = 2_000;
    private static final int[] DANGEROUS = {
        0x00, 0x07, 0x08, 0x0B, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x00AD, 0x061C, 0x200B, 0x200C, 0x200D,
        0x200E, 0x200F, 0x2060, 0x2064, 0xFEFF, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0x206A, 0x206F, 0xD800,
        0xDFFF, 0xFFF9, 0xFFFB, 0xE0000, 0xE0001, 0xE0041, 0xE007F
    };
    private static final String HARMLESS = "aZ 09\t\n\"\\{}[],:äß漢字\uD83D\uDE00\u00A0é";

    private static boolean drivesTerminals(int point) {
        return (point < 0x20 && point != '\n' && point != '\t')
                || (point >= 0x7F && point <= 0x9F)
                || point == 0x061C
                || point == 0x00AD
                || (point >= 0x200B && point <= 0x200F)
                || (point >= 0x2060 && point <= 0x2064)
                || point == 0xFEFF
                || (point >= 0x2028 && point <= 0x202E)
                || (point >= 0x2066 && point <= 0x206F)
                || (point >= 0xD800 && point <= 0xDFFF)
                || (point >= 0xE0000 && point <= 0xE007F);
    }

    @Test
    void nothingThatDrivesATerminalIsLeftInAnyText() {
        for (int seed = 0; seed < TRIES; seed++) {
            var text = generated(new Random(seed));

            assertThat(Sanitizer.text(text).codePoints())
                    .as("text, seed %d", seed)
                    .noneMatch(SanitizerTest::drivesTerminals);
            assertThat(Sanitizer.line(text).codePoints())
                    .as("line, seed %d", seed)
                    .noneMatch(point -> drivesTerminals(point) || point == '\n' || point == '\t');
        }
    }

    @Test
    void cleaningTwiceChangesNothingMore() {
        for (int seed = 0; seed < TRIES; seed++) {
            var once = Sanitizer.text(generated(new Random(seed)));

            assertThat(Sanitizer.text(once)).as("seed %d", seed).isEqualTo(once);
        }
    }

    @Test
    void jsonKeepsItsMeaningAndIsFreeOfAllOfIt() {
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var value = Json.object().put(whole(generated(random)), whole(generated(random)));

            var json = Sanitizer.json(Json.write(value));

            assertThat(json.codePoints())
                    .as("seed %d", seed)
                    .noneMatch(point -> drivesTerminals(point) || point == '\n');
            assertThat(Json.parse(json)).as("seed %d", seed).isEqualTo(value);
        }
    }

    @Test
    void harmlessTextStaysAsItIs() {
        assertThat(Sanitizer.text(HARMLESS)).isEqualTo(HARMLESS);
        assertThat(Sanitizer.json("{\"a\":\"ä\uD83D\uDE00\"}")).isEqualTo("{\"a\":\"ä\uD83D\uDE00\"}");
    }

    @Test
    void whatIsTakenOutStaysVisible() {
        assertThat(Sanitizer.text("\u001b[31mred\u009b0m")).isEqualTo("\\u001b[31mred\\u009b0m");
        assertThat(Sanitizer.text("a\u202Eb")).isEqualTo("a\\u202eb");
        assertThat(Sanitizer.text(new String(Character.toChars(0xE0041)))).isEqualTo("\\ue0041");
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

    private static String whole(String text) {
        var whole = new StringBuilder();
        text.codePoints()
                .filter(point -> Character.getType(point) != Character.SURROGATE)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }

    private static String generated(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> text.appendCodePoint(DANGEROUS[random.nextInt(DANGEROUS.length)]);
                case 1 -> text.appendCodePoint(random.nextInt(0x300));
                case 2 -> text.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
                default -> text.append(HARMLESS.charAt(random.nextInt(HARMLESS.length())));
            }
        }
        return text.toString();
    }
}
