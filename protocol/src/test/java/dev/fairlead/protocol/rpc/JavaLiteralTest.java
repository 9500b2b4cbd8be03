package dev.fairlead.protocol.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whatever a text holds, a compiler reads that text again, and nothing beside it. */
class JavaLiteralTest {
    private static final int LONGEST = 8_000;

    @Test
    void ordinaryTextStandsBetweenQuotes() {
        assertThat(JavaLiteral.of("")).isEqualTo("\"\"");
        assertThat(JavaLiteral.of("add(2, 3) ~")).isEqualTo("\"add(2, 3) ~\"");
    }

    @Test
    void nothingEndsTheLiteral() {
        assertThat(JavaLiteral.of("\" + x + \"")).isEqualTo("\"\\\" + x + \\\"\"");
        assertThat(JavaLiteral.of("\\")).isEqualTo("\"\\\\\"");
        assertThat(JavaLiteral.of("\\\"")).isEqualTo("\"\\\\\\\"\"");
        assertThat(JavaLiteral.of("\\" + "u0022")).isEqualTo("\"\\\\" + "u0022\"");
    }

    @Test
    void nothingEndsItsLine() {
        assertThat(JavaLiteral.of("a\nb\rc\td")).isEqualTo("\"a\\nb\\rc\\td\"");
        assertThat(JavaLiteral.of("\0\f\u001f\u007f")).isEqualTo("\"\\000\\014\\037\\177\"");
        assertThat(JavaLiteral.of("\u0085\u2028")).isEqualTo("\"\\" + "u0085\\" + "u2028\"");
    }

    @Test
    void aDigitAfterAnEscapeIsNoPartOfIt() {
        assertThat(JavaLiteral.of("\0" + "7")).isEqualTo("\"\\0007\"");
    }

    @Test
    void everythingIsAscii() {
        assertThat(JavaLiteral.of("\u0080é😀")).isEqualTo("\"\\" + "u0080\\" + "u00e9\\" + "ud83d\\" + "ude00\"");
    }

    @Test
    void whatIsTooLongForOneLiteralBecomesSeveral() {
        var whole = "x".repeat(LONGEST);
        assertThat(JavaLiteral.of(whole)).isEqualTo('"' + whole + '"');
        assertThat(JavaLiteral.of(whole + "y")).isEqualTo("String.join(\"\", \"" + whole + "\", \"y\")");
        assertThat(JavaLiteral.of(whole + whole)).isEqualTo("String.join(\"\", \"" + whole + "\", \"" + whole + "\")");
    }
}
