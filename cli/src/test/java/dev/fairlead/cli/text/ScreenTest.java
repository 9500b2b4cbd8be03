package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScreenTest {

    private static boolean all(int stream) {
        return true;
    }

    private static boolean none(int stream) {
        return false;
    }

    private static Screen screen(String variables, IntPredicate streams, int size) {
        return new Screen(ThemeTest.environment(variables), streams, () -> size, "UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "COLUMNS=132, 100, 132",
        "COLUMNS=0, 100, 100",
        "COLUMNS=, 100, 100",
        "COLUMNS=-5, 100, 100",
        "COLUMNS=many, 100, 100",
        "COLUMNS=99999, 100, 10000",
        "COLUMNS=999999999999, 100, 100",
        "'', 100, 100",
        "'', 0, 80",
        "'', 65535, 10000"
    })
    void columnsAreThoseOfTheVariableThenOfTheTerminal(String variables, int size, int columns) {
        assertThat(screen(variables, ScreenTest::all, size).columns()).isEqualTo(columns);
    }

    @Test
    void theTerminalIsAskedOnceAndOnlyWhereThereIsOne() {
        var asked = new AtomicInteger();
        var terminal = new Screen(ThemeTest.environment(""), ScreenTest::all, asked::incrementAndGet, "");
        var pipe = new Screen(
                ThemeTest.environment(""),
                ScreenTest::none,
                () -> {
                    throw new AssertionError("asked");
                },
                "");

        assertThat(pipe.outputWidth()).isEqualTo(Width.UNLIMITED);
        assertThat(terminal.outputWidth()).isEqualTo(1);
        assertThat(terminal.columns()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "LANG=en_GB.UTF-8, ANSI_X3.4-1968, true",
        "LANG=C.utf8, ANSI_X3.4-1968, true",
        "LANG=C, UTF-8, false",
        "LC_ALL=C LANG=en_GB.UTF-8, UTF-8, false",
        "LC_ALL= LC_CTYPE=de_DE.utf8 LANG=C, x, true",
        "'', UTF-8, true",
        "'', windows-1252, false",
        "'', '', false"
    })
    void signsAreThoseOfTheLocale(String variables, String encoding, boolean unicode) {
        var screen = new Screen(ThemeTest.environment(variables), ScreenTest::all, () -> 0, encoding);

        assertThat(screen.isUnicode()).isEqualTo(unicode);
        assertThat(screen.outputTheme(ColourChoice.AUTO).unicode()).isEqualTo(unicode);
    }

    @Test
    void streamsAreToldApart() {
        var screen = screen("TERM=xterm", stream -> stream == 2, 0);

        assertThat(screen.isInputTerminal()).isFalse();
        assertThat(screen.isOutputTerminal()).isFalse();
        assertThat(screen.isErrorTerminal()).isTrue();
        assertThat(screen.outputTheme(ColourChoice.AUTO).colour()).isFalse();
        assertThat(screen.errorTheme(ColourChoice.AUTO).colour()).isTrue();
        assertThat(screen("TERM=xterm-kitty", ScreenTest::all, 0).pictures()).isEqualTo(Pictures.Protocol.KITTY);
        assertThat(screen("TERM=xterm-kitty", ScreenTest::none, 0).pictures()).isEqualTo(Pictures.Protocol.NONE);
    }

    @Test
    void progressMovesOnlyOnTerminalsThatCanErase() {
        assertThat(screen("TERM=xterm", ScreenTest::all, 0).progress(true)).isEqualTo(ProgressLine.Mode.ANIMATED);
        assertThat(screen("TERM=dumb", ScreenTest::all, 0).progress(true)).isEqualTo(ProgressLine.Mode.STEPS);
        assertThat(screen("TERM=xterm", ScreenTest::none, 0).progress(true)).isEqualTo(ProgressLine.Mode.STEPS);
        assertThat(screen("TERM=xterm", ScreenTest::none, 0).progress(false)).isEqualTo(ProgressLine.Mode.SILENT);
    }

    @ParameterizedTest
    @CsvSource({"'24 80\n', 80", "'50 132', 132", "'0 0', 0", "'', 0", "'stty: error', 0", "'80', 0", "'1 999999', 0"})
    void theAnswerOfTheTerminalIsRead(String answer, int columns) {
        assertThat(TerminalSize.columns(answer)).isEqualTo(columns);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void streamsAreKnownByTheirNames(@TempDir Path folder) throws IOException {
        var file = Files.createFile(folder.resolve("file"));
        Files.createSymbolicLink(folder.resolve("0"), Path.of("/dev/pts/7"));
        Files.createSymbolicLink(folder.resolve("1"), Path.of("pipe:[4711]"));
        Files.createSymbolicLink(folder.resolve("2"), file);
        var streams = new StandardStreams(folder);

        assertThat(streams.test(0)).isTrue();
        assertThat(streams.test(1)).isFalse();
        assertThat(streams.test(2)).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void bothWaysOfAskingAgree(@TempDir Path empty) {
        var byName = new StandardStreams();
        var byShell = new StandardStreams(empty);

        for (int stream = 0; stream < 3; stream++) {
            assertThat(byShell.test(stream)).as("stream %d", stream).isEqualTo(byName.test(stream));
        }
    }
}
