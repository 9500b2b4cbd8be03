package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.text.Pictures.Protocol;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PicturesTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, false, UTF_8);

    static byte[] png(int width, int height, int length) {
        var png = Arrays.copyOf("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR".getBytes(ISO_8859_1), length);
        for (int i = 0; i < 4; i++) {
            png[16 + i] = (byte) (width >> (8 * (3 - i)));
            png[20 + i] = (byte) (height >> (8 * (3 - i)));
        }
        return png;
    }

    private static byte[] jpeg(int width, int height) {
        var start = "\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0\1\1\0\0\1\0\1\0\0\u00ff\u00c0\0\u0011\b";
        var size = "" + (char) (height >> 8) + (char) (height & 255) + (char) (width >> 8) + (char) (width & 255);
        return (start + size + "\3\1").getBytes(ISO_8859_1);
    }

    private static byte[] gif() {
        return "GIF89a\u0010\0 \0\0\0\0".getBytes(ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({
        "true, TERM=xterm-kitty, KITTY",
        "true, KITTY_WINDOW_ID=3, KITTY",
        "true, TERM_PROGRAM=ghostty, KITTY",
        "true, TERM=xterm-ghostty, KITTY",
        "true, TERM_PROGRAM=iTerm.app, ITERM",
        "true, TERM_PROGRAM=WezTerm, ITERM",
        "true, TERM=xterm-256color, NONE",
        "true, TERM_PROGRAM=Apple_Terminal, NONE",
        "true, '', NONE",
        "false, TERM=xterm-kitty, NONE",
        "true, TERM=xterm-kitty TMUX=/tmp/tmux, NONE",
        "true, TERM=screen TERM_PROGRAM=iTerm.app, NONE",
        "true, KITTY_WINDOW_ID=3 STY=1.x, NONE"
    })
    void terminalsAreKnownByTheirVariables(boolean terminal, String variables, Protocol protocol) {
        assertThat(Pictures.protocol(terminal, ThemeTest.environment(variables)))
                .isEqualTo(protocol);
    }

    @Test
    void kittyGetsPicturesInPieces() {
        var png = png(100, 100, 10_000);

        assertThat(Pictures.show(png, Protocol.KITTY, 80, out)).isTrue();

        var text = bytes.toString(UTF_8);
        var pieces = Pattern.compile("\u001b_G([a-zA-Z0-9=,]*);([A-Za-z0-9+/=]*)\u001b\\\\")
                .matcher(text)
                .results()
                .toList();
        assertThat(pieces)
                .extracting(piece -> piece.group(1))
                .containsExactly("a=T,f=100,q=2,m=1", "m=1", "m=1", "m=0");
        assertThat(pieces).allMatch(piece -> piece.group(2).length() <= 4096);
        var data = new StringBuilder();
        pieces.forEach(piece -> data.append(piece.group(2)));
        assertThat(Base64.getDecoder().decode(data.toString())).isEqualTo(png);
        assertThat(text).endsWith("\u001b\\\n");
    }

    @Test
    void picturesWiderThanTheTerminalAreScaled() {
        assertThat(Pictures.show(png(900, 10, 100), Protocol.KITTY, 80, out)).isTrue();

        assertThat(bytes.toString(UTF_8)).startsWith("\u001b_Ga=T,f=100,q=2,c=80,m=0;");
    }

    @Test
    void kittyKnowsPngOnly() {
        assertThat(Pictures.show(jpeg(10, 10), Protocol.KITTY, 80, out)).isFalse();
        assertThat(Pictures.show(gif(), Protocol.KITTY, 80, out)).isFalse();
        assertThat(bytes.size()).isZero();
    }

    @Test
    void itermGetsAllOfThem() {
        for (var picture : new byte[][] {png(10, 10, 100), jpeg(300, 200), gif()}) {
            bytes.reset();

            assertThat(Pictures.show(picture, Protocol.ITERM, 80, out)).isTrue();

            assertThat(bytes.toString(UTF_8))
                    .isEqualTo("\u001b]1337;File=inline=1;preserveAspectRatio=1;size=%d:%s\u0007\n"
                            .formatted(picture.length, Base64.getEncoder().encodeToString(picture)));
        }
    }

    @Test
    void sizesAreRead() {
        assertThat(Picture.of(png(12, 34, 50))).contains(new Picture(Picture.Format.PNG, 12, 34));
        assertThat(Picture.of(jpeg(300, 200))).contains(new Picture(Picture.Format.JPEG, 300, 200));
        assertThat(Picture.of(gif())).contains(new Picture(Picture.Format.GIF, 16, 32));
        assertThat(Picture.of("<svg/>".getBytes(UTF_8))).isEmpty();
        assertThat(Picture.of(new byte[0])).isEmpty();
    }

    @Test
    void whatIsNoPictureOrATooBigOneIsNotShown() {
        assertThat(Pictures.show("\u001b[2J".getBytes(UTF_8), Protocol.ITERM, 80, out))
                .isFalse();
        assertThat(Pictures.show(png(0, 10, 50), Protocol.ITERM, 80, out)).isFalse();
        assertThat(Pictures.show(png(-1, -1, 50), Protocol.ITERM, 80, out)).isFalse();
        assertThat(Pictures.show(png(20_000, 10, 50), Protocol.ITERM, 80, out)).isFalse();
        assertThat(Pictures.show(png(9_000, 9_000, 50), Protocol.ITERM, 80, out))
                .isFalse();
        assertThat(Pictures.show(png(10, 10, 9 * 1024 * 1024), Protocol.ITERM, 80, out))
                .isFalse();
        assertThat(Pictures.show(Arrays.copyOf(png(10, 10, 50), 12), Protocol.ITERM, 80, out))
                .isFalse();
        assertThat(Pictures.show("\u00ff\u00d8\u00ff\u00ff".getBytes(ISO_8859_1), Protocol.ITERM, 80, out))
                .isFalse();
        assertThat(Pictures.show(png(10, 10, 50), Protocol.NONE, 80, out)).isFalse();
        assertThat(bytes.size()).isZero();
    }
}
