package dev.fairlead.client.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Verifies({"D-34", "K-19"})
class HeaderValueTest {
    private static final int[] TROUBLE = " \t\r\n\0\u007f=?base64?=:,;\"\\~! \u0085\u00a0\u2028é世"
            .codePoints()
            .toArray();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "get_weather",
                "file:///path/to/file%20name.txt",
                "two  words",
                "",
                "!",
                "~",
                "0",
                "=?base64?x",
                "x?=",
                "?=",
                "=?utf-8?x?=",
                "\"quoted\", \\ : ; ,",
            })
    void isTheTextItselfWhereThatIsSafe(String text) {
        assertThat(HeaderValue.of(text)).isEqualTo(text);
    }

    @Test
    void isWrappedWhereTheTextIsNotSafe() {
        var wrapped = Map.ofEntries(
                Map.entry("Hello, 世界", "SGVsbG8sIOS4lueVjA=="),
                Map.entry(" padded ", "IHBhZGRlZCA="),
                Map.entry(" x", "IHg="),
                Map.entry("x ", "eCA="),
                Map.entry(" ", "IA=="),
                Map.entry("a\tb", "YQli"),
                Map.entry("line1\nline2", "bGluZTEKbGluZTI="),
                Map.entry("x\r", "eA0="),
                Map.entry("\0", "AA=="),
                Map.entry("\u007f", "fw=="),
                Map.entry("é", "w6k="),
                Map.entry("👍", "8J+RjQ=="),
                Map.entry("=?base64?SGVsbG8=?=", "PT9iYXNlNjQ/U0dWc2JHOD0/PQ=="),
                Map.entry("=?base64??=", "PT9iYXNlNjQ/Pz0="),
                Map.entry("=?base64?=", "PT9iYXNlNjQ/PQ=="));
        wrapped.forEach(
                (text, base64) -> assertThat(HeaderValue.of(text)).as(text).isEqualTo("=?base64?" + base64 + "?="));
    }

    static List<Path> corpus() throws IOException, URISyntaxException {
        var folder = Objects.requireNonNull(HeaderValueTest.class.getResource("/fuzz/headers"));
        try (var files = Files.list(Path.of(folder.toURI()))) {
            var all = files.sorted().toList();
            assertThat(all).hasSizeGreaterThan(10);
            return all;
        }
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void isReadBackAsWhatWasMeant(Path file) throws IOException {
        var kept = Files.readString(file, UTF_8);
        travels(kept, "as kept");
        for (long seed = 0; seed < 500; seed++) {
            travels(mutated(kept, new Random(seed)), "seed " + seed);
        }
    }

    @Test
    void isReadBackWhateverTheTextIs() {
        for (long seed = 0; seed < 5000; seed++) {
            var random = new Random(seed);
            travels(
                    random.ints(random.nextInt(20), 0, 4)
                            .collect(
                                    StringBuilder::new,
                                    (text, kind) -> text.appendCodePoint(character(random)),
                                    StringBuilder::append)
                            .toString(),
                    "seed " + seed);
        }
    }

    @Test
    void ofHalfACharacterIsLegalAllTheSame() {
        isLegal(HeaderValue.of("a\ud800b"), "half");
        assertThat(HeaderValue.canCarry("a\ud800b")).isFalse();
        assertThat(HeaderValue.canCarry("a👍b")).isTrue();
    }

    private static void travels(String text, String which) {
        var value = HeaderValue.of(text);
        isLegal(value, which);
        assertThat(decoded(value)).as(which).isEqualTo(text);
        assertThat(leniently(value)).as(which).isEqualTo(text);
    }

    private static void isLegal(String value, String which) {
        assertThat(value).as(which).matches("|[!-~]|[!-~][ -~]*[!-~]");
    }

    /** Reads a value as the protocol says. */
    private static String decoded(String value) {
        return value.matches("=\\?base64\\?[A-Za-z0-9+/=]*\\?=") ? unwrapped(value) : value;
    }

    /** Reads a value as servers do that look at its ends only, and not at their case. */
    private static String leniently(String value) {
        return value.toLowerCase(Locale.ROOT).startsWith("=?base64?") && value.endsWith("?=")
                ? unwrapped(value)
                : value;
    }

    private static String unwrapped(String value) {
        return new String(Base64.getDecoder().decode(value.substring(9, value.length() - 2)), UTF_8);
    }

    private static String mutated(String text, Random random) {
        var points = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (random.nextInt(12)) {
                case 0 -> points.appendCodePoint(character(random));
                case 1 -> points.appendCodePoint(point).appendCodePoint(character(random));
                case 2 -> {}
                default -> points.appendCodePoint(point);
            }
        });
        return random.nextInt(8) == 0
                ? points.appendCodePoint(character(random)).toString()
                : points.toString();
    }

    private static int character(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> TROUBLE[random.nextInt(TROUBLE.length)];
            case 1 -> random.nextInt(0x300);
            case 2 -> 0xE000 + random.nextInt(0x110000 - 0xE000);
            default -> '!' + random.nextInt(94);
        };
    }
}
