package dev.fairlead.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** What bytes of others are taken for, and what must not come of them. */
public final class Foreign {
    // Half a character has no form in bytes, and is written like this in a corpus.
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");

    private Foreign() {}

    /** Returns the text that bytes are, in which a code of four digits behind {@code \\u} is the character. */
    public static String text(byte[] input) {
        return ESCAPE.matcher(new String(input, UTF_8))
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }

    /** Returns the JSON object that bytes are, if they are one. */
    public static Optional<ObjectNode> object(byte[] input) {
        try {
            return Json.parse(new String(input, UTF_8)) instanceof ObjectNode object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JacksonException | NumberFormatException | ArithmeticException noJson) {
            return Optional.empty();
        }
    }

    /** Checks a text that is shown to people: on one line, no longer than that, and nothing in it drives a terminal. */
    public static void assertShowable(String text, int longest) {
        assertThat(text).hasSizeLessThanOrEqualTo(longest).doesNotContain("\n", "\t");
        assertHarmless(text);
    }

    /** Checks that nothing in a text, which may have lines and tabs, drives a terminal, turns text around or hides. */
    public static void assertHarmless(String text) {
        text.codePoints().forEach(point -> {
            if (isHarmful(point)) {
                throw new AssertionError("U+%04X is left in it".formatted(point));
            }
        });
    }

    private static boolean isHarmful(int point) {
        boolean control = (point < ' ' && point != '\n' && point != '\t') || (point >= 0x7f && point < 0xa0);
        boolean turning = point == 0x061c
                || (point >= 0x200e && point <= 0x200f)
                || (point >= 0x202a && point <= 0x202e)
                || (point >= 0x2066 && point <= 0x2069);
        boolean hiding = point == 0x200b
                || point == 0x2060
                || point == 0xfeff
                || (point >= 0xe0000 && point <= 0xe007f)
                || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
        return control || turning || hiding || point == 0x2028 || point == 0x2029;
    }
}
