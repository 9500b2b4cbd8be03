package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFormsTest {
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
        assertThat(SecretForms.of(secret)).contains(written);
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
        assertThat(SecretForms.of(secret)).contains(written);
    }

    @Test
    void aLongValueIsFoundInJsonInsideJsonToo() {
        var secret = "pä/ß\"\n".repeat(4_000);
        assertThat(SecretForms.of(secret))
                .contains("p\\\\u00e4/\\\\u00df\\\\\\\"\\\\n".repeat(4_000))
                .hasSizeLessThan(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN KEY-----\nMIIEvQIBADANBgkq/hkiG9w0BAQ+EFAASC==\n-----END KEY-----",
                "!'()*;/?:@&=+$,#[]<>"
            })
    void theFormsOfAnyValueAreFew(String secret) {
        assertThat(SecretForms.of(secret)).hasSizeLessThan(500);
    }
}
