package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkdownTest {
    private static final Theme COLOURED = new Theme(true, true, true);

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(MarkdownTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    private static String plain(String markdown, int width) {
        return new Renderer(Theme.PLAIN).render(Markdown.lines(markdown, width, Theme.PLAIN));
    }

    private static String coloured(String markdown) {
        return new Renderer(COLOURED)
                .render(Markdown.lines(markdown, 80, COLOURED))
                .replace('\u001b', '^');
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 80, 200})
    void everyKindOfBlockFitsTheWidth(int width) throws IOException {
        assertThat(plain(resource("everything.md"), width)).isEqualTo(resource("everything-" + width + ".txt"));
    }

    @Test
    void meaningsAreColouredInsteadOfMarked() throws IOException {
        assertThat(coloured(resource("everything.md"))).isEqualTo(resource("everything-coloured.txt"));
    }

    @Test
    void signsAreAsciiWhereNothingElseCanBeDrawn() {
        var theme = new Theme(false, false, false);

        var lines = Markdown.lines("> - a\n\n---\n\n    code\n\n| a |\n|---|\n| b |\n", 80, theme);

        assertThat(new Renderer(theme).render(lines).chars()).allMatch(c -> c < 0x7F);
    }

    @Test
    void addressesOfLinksAreShownBesideTheirWords() {
        assertThat(plain("[bank](https://evil.example)", 80)).isEqualTo("bank (https://evil.example)\n");
        assertThat(plain("[https://bank.example](https://evil.example)", 80))
                .isEqualTo("https://bank.example (https://evil.example)\n");
        assertThat(plain("<https://x.example> <a@b.example>", 80)).isEqualTo("https://x.example a@b.example\n");
        assertThat(plain("[empty]()", 80)).isEqualTo("empty\n");
        assertThat(plain("[a][r]\n\n[r]: https://x.example", 80)).isEqualTo("a (https://x.example)\n");
    }

    @Test
    void onlyAddressesOfTheWebCanBeClicked() {
        assertThat(coloured("[x](javascript:alert(1))")).isEqualTo("^[4mx^[0m (^[2mjavascript:alert(1)^[0m)\n");
        assertThat(coloured("[x](http://a.example)"))
                .isEqualTo("^]8;;http://a.example^\\^[4mx^[0m^]8;;^\\ ("
                        + "^]8;;http://a.example^\\^[2mhttp://a.example^[0m^]8;;^\\)\n");
    }

    @Test
    void charactersSpeltAsEntitiesAreCleanedToo() {
        assertThat(plain("a&#27;[2J&#x202e;b [x](&#x9b;31m) ![&#7;](y) `\u001b`", 80))
                .isEqualTo("a\\u001b[2J\\u202eb x (\\u009b31m) [image: \\u0007] `\\u001b`\n");
    }

    @Test
    void imagesAreNamedAndHtmlIsText() {
        assertThat(plain("![a *b*](x.png) ![](y.png) <b onclick='x'>c</b> <!-- hidden -->", 80))
                .isEqualTo("[image: a *b*] [image] <b onclick='x'>c</b> <!-- hidden -->\n");
    }

    @Test
    void emptyTextHasNoLines() {
        assertThat(Markdown.lines("", 80, Theme.PLAIN)).isEmpty();
        assertThat(plain("-\n-", 80)).isEqualTo("•\n•\n");
        assertThat(plain("```\n```", 80)).isEmpty();
    }

    @Test
    void longTextIsShownAsItIs() {
        var text = "# a\n" + "word ".repeat(50_000);

        var lines = Markdown.lines(text, 80, COLOURED);

        assertThat(lines.getFirst()).isEqualTo(StyledText.of("# a"));
        assertThat(lines).hasSize(1 + 50_000 / 16);
    }

    static Stream<String> attacks() {
        return Stream.of(
                        ">",
                        "[",
                        "![",
                        "[a](",
                        "*a ",
                        "**a _b ",
                        "`a",
                        "<",
                        "<!--",
                        "<?",
                        "<![CDATA[",
                        "<!A ",
                        "- ",
                        "1. ",
                        "> - ",
                        "[a]: b\n",
                        "[a][b]",
                        "\\",
                        "|",
                        "a|b\n-|-\n",
                        "|\n",
                        "a**b",
                        "[x]: <\n",
                        "<a b=\"",
                        "[a](<b",
                        "[a](b \"",
                        "[[]",
                        "# a\n",
                        "- a\n\n",
                        "<http:",
                        "\u0301",
                        "\t",
                        "*",
                        "_")
                .flatMap(piece ->
                        Stream.of(piece.repeat(9_000 / piece.length()), piece.repeat(190_000 / piece.length())));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("attacks")
    void noTextTakesLongOrNestsTooDeep(String text) {
        Assertions.assertTimeout(
                Duration.ofSeconds(20), () -> assertThatNoException().isThrownBy(() -> plain(text, 80)));
    }

    @Test
    void aWideHeadingDoesNotFillUpManyShortRows() {
        var text = "|a".repeat(20_000) + "\n" + "|-".repeat(20_000) + "\n" + "|\n".repeat(50_000);

        assertThat(Markdown.lines(text, 80, Theme.PLAIN)).hasSizeGreaterThan(50_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# Title\n\nSome **bold** text.",
                "Steps:\n\n- one `a`\n- two `b`",
                "| a | b |\n|---|---|\n| 1 | 2 |",
                "Use it so:\n\n```java\nint x;\n```\n",
                "See [this](https://x.example) and **that**.",
                "## A\n\n1. x\n2. y"
            })
    void textWithSeveralSignsLooksLikeMarkdown(String text) {
        assertThat(Markdown.looksLike(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain words",
                "# a comment\nkey = value\n",
                "#!/bin/sh\n# x\n\necho **a** `date`\n",
                "{\"a\": \"**b** `c`\"}",
                "[1, 2, 3]",
                "<html># x\n\n**a** `b`</html>",
                "- a\n- b",
                "a * b * c ** d ** e",
                "2 ** 3 ** 4 `x`",
                "total 4\n-rw-r--r-- 1 ann ann 12 a.txt\n-rw-r--r-- 1 ann ann 12 b.txt",
                "diff --git a/x b/x\n--- a/x\n+++ b/x\n- **a**\n+ `b`\n",
                "---\na: 1\nb: `x`\nc: **y**\n",
                "error: cannot find `x` in scope",
                "a | b\n1 | 2",
                "```\nnever closed",
                "-----\nx | y\n"
            })
    void otherTextDoesNot(String text) {
        assertThat(Markdown.looksLike(text)).isFalse();
    }

    @Test
    void lookingTakesNotLong() {
        attacks().forEach(Markdown::looksLike);
        assertThat(Markdown.looksLike("[".repeat(1_000_000))).isFalse();
        assertThat(Markdown.looksLike("a [" + "x".repeat(1_900) + "\n**" + "`a".repeat(900)))
                .isFalse();
    }
}
