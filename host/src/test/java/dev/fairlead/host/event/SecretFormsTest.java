package dev.fairlead.host.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFormsTest {
    private static final int ROOM = 384 << 10; // what a redactor gives to the first value

    // Each of its first signs may be left in an address or not, and whatever follows is three times as long there.
    private static final String CRAFTED = "*/:;?~" + "<".repeat(8_186);

    /** Libraries differ in what they leave as it is: nothing, slashes, signs that divide, or some of those. */
    @ParameterizedTest
    @CsvSource({
        "wJalrXUt/K7MDENG+bPx=Key, wJalrXUt%2FK7MDENG%2BbPx%3DKey",
        "wJalrXUt/K7MDENG+bPx=Key, wJalrXUt/K7MDENG%2BbPx%3DKey",
        "wJalrXUt/K7MDENG+bPx=Key, wJalrXUt%2FK7MDENG+bPx=Key",
        "wJalrXUt/K7MDENG+bPx=Key, wJalrXUt/K7MDENG+bPx%3DKey",
        "wJalrXUt/K7MDENG+bPx=Key, wJalrXUt%2fK7MDENG%2bbPx=Key",
        "a~b/c:d@e secret, a~b/c:d%40e%20secret",
        "a~b/c:d@e secret, a%7Eb/c%3Ad%40e+secret",
        "a!b'c(d)e*f;g/h?i=j, a%21b%27c%28d%29e%2Af%3Bg/h%3Fi%3Dj",
    })
    void aValueIsFoundInAnAddressWhateverIsLeftThere(String secret, String written) {
        assertThat(SecretForms.of(secret, ROOM)).contains(written);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pässwörd  | p\\u00e4ssw\\u00f6rd",
                "pässwörd  | p\\u00E4ssw\\u00F6rd",
                "pässwörd  | p\\\\u00e4ssw\\\\u00f6rd",
                "pässwörd  | p\\\\u00E4ssw\\\\u00F6rd",
                "pä\"sword  | p\\u00e4\\\\\\\"sword",
                "pass/word | pass\\\\\\/word",
                "pass&word | pass\\\\u0026word",
                "pass\u2028word | pass\\\\u2028word",
            })
    void aValueIsFoundInJsonInsideJson(String secret, String written) {
        assertThat(SecretForms.of(secret, ROOM)).contains(written);
    }

    @Test
    void aLongValueIsFoundInJsonInsideJsonToo() {
        var secret = "pä/ß\"\n".repeat(4_000) + "pä/ß\"";
        assertThat(SecretForms.of(secret, ROOM))
                .contains("p\\\\u00e4/\\\\u00df\\\\\\\"\\\\n".repeat(4_000) + "p\\\\u00e4/\\\\u00df\\\\\\\"")
                .hasSizeLessThan(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN KEY-----\nMIIEvQIBADANBgkq/hkiG9w0BAQ+EFAASC==\n-----END KEY-----",
                "!'()*;/?:@&=+$,#[]<>"
            })
    void theFormsOfAnyValueAreFew(String secret) {
        assertThat(SecretForms.of(secret, ROOM)).hasSizeLessThan(500);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000, 8 << 10, ROOM})
    void theFormsOfACraftedValueHaveTheRoomThatTheyAreGiven(int room) {
        var forms = SecretForms.of(CRAFTED, room);
        assertThat(forms).contains(CRAFTED);
        assertThat(characters(forms)).isBetween(CRAFTED.length(), CRAFTED.length() + room);
    }

    @Test
    void theLinesOfACraftedValueHaveTheRoomTogether() {
        var lines = IntStream.range(0, 400).mapToObj("!'()*<%04d"::formatted).collect(Collectors.joining("\n"));
        assertThat(characters(SecretForms.of(lines, ROOM))).isLessThan(ROOM + 4 * lines.length());
    }

    @Test
    void whereRoomIsShortTheUsualFormsAreMade() {
        var secret = "*/:;?~" + "<".repeat(501);
        assertThat(SecretForms.of(secret, 32 << 10))
                .contains(
                        URLEncoder.encode(secret, UTF_8),
                        Base64.getEncoder().withoutPadding().encodeToString(secret.getBytes(UTF_8)),
                        secret.replace("<", "\\u003c"))
                .hasSizeLessThan(SecretForms.of(secret, ROOM).size());
    }

    /** As libraries of Go write them, which leave the signs that Base64 has and not its slashes. */
    @Test
    void theLongestUsualKeyIsFoundInAnAddressLineByLine() {
        var bytes = new byte[2_350];
        new Random(4096).nextBytes(bytes);
        var key = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        var forms = SecretForms.of("-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n", ROOM);
        assertThat(forms).contains("-----BEGIN%20PRIVATE%20KEY-----");
        key.lines().forEach(line -> assertThat(forms).contains(line, line.replace("/", "%2F")));
    }

    private static int characters(Set<String> forms) {
        return forms.stream().mapToInt(String::length).sum();
    }
}
