package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.cli.text.ProgressLine.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {
    private static final String ERASE = "<erase>";
    private static final Theme ASCII = new Theme(false, false, false);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, false, UTF_8);
    /** A clock may show anything at first, also less than nothing. */
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);

    private ProgressLine line(Mode mode, int columns, Theme theme) {
        return new ProgressLine(out, mode, () -> columns, theme, now::get, false);
    }

    private String written() {
        var text = bytes.toString(UTF_8).replace("\r\u001b[K", ERASE);
        bytes.reset();
        return text;
    }

    private void pass(long milliseconds) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(milliseconds));
    }

    @Test
    void aSpinnerTurnsAndCountsSeconds() {
        var line = line(Mode.ANIMATED, 80, ASCII);
        line.begin("connecting to ship");
        pass(200);
        line.tick();
        pass(100);
        line.tick();
        pass(2_700);
        line.tick();

        assertThat(written())
                .isEqualTo("<erase>| connecting to ship ... 0 s<erase>/ connecting to ship ... 0 s"
                        + "<erase>- connecting to ship ... 3 s");

        line.end();
        assertThat(written()).isEqualTo(ERASE);
    }

    @Test
    void aBarShowsPartAndMessage() {
        var line = line(Mode.ANIMATED, 80, ASCII);
        line.begin("copy");
        pass(500);
        line.report(9, 20, "half of it");

        assertThat(written()).isEqualTo("<erase>copy #########-----------  45 % 9/20 half of it");
    }

    @Test
    void whatIsQuickIsNeverSeen() {
        var line = line(Mode.ANIMATED, 80, ASCII);
        line.begin("quick");
        pass(199);
        line.report(1, 2, "");
        line.end();
        line.close();

        assertThat(written()).isEmpty();
    }

    @Test
    void paintsAreATenthOfASecondApart() {
        var line = line(Mode.ANIMATED, 80, ASCII);
        line.begin("copy");
        pass(1_000);
        for (int i = 0; i < 1_000; i++) {
            line.report(i, 1_000, "");
            pass(1);
        }

        assertThat(written().split(ERASE, -1)).hasSize(11);
    }

    @Test
    void theLineIsCutToTheTerminal() {
        var line = line(Mode.ANIMATED, 20, Theme.PLAIN);
        line.begin("漢字漢字漢字漢字漢字");
        pass(200);
        line.tick();

        var painted = written().replace(ERASE, "");
        assertThat(Width.columns(painted)).isEqualTo(19);
        assertThat(painted).endsWith("…");
    }

    @Test
    void oddNumbersDoNoHarm() {
        var line = line(Mode.ANIMATED, 200, ASCII);
        line.begin("odd");
        double[][] reports = {
            {5, 0},
            {0.25, 1},
            {-1, 10},
            {20, 10},
            {Double.NaN, 10},
            {3, Double.NaN},
            {1e300, 2e300},
            {Double.POSITIVE_INFINITY, 1},
            {1, Double.MIN_VALUE},
            {2, -1}
        };
        var shown = new ArrayList<String>();
        for (var report : reports) {
            pass(200);
            line.report(report[0], report[1], "");
            shown.add(written().replace(ERASE, "").replaceAll("[#-]{20} ", ""));
        }

        assertThat(shown)
                .containsExactly(
                        "| odd ... 0 s 5",
                        "odd  25 % 0.3/1",
                        "odd   0 % -1/10",
                        "odd 100 % 20/10",
                        "odd   0 % 0/10",
                        "/ odd ... 1 s 3",
                        "odd  50 % 1.0e+300/2.0e+300",
                        "odd   0 % 0/1",
                        "odd 100 % 1/0.0",
                        "- odd ... 2 s 2");
    }

    @Test
    void theLineIsGoneWhileSomethingElseIsPrinted() {
        var line = line(Mode.ANIMATED, 80, ASCII);
        line.begin("copy");
        pass(500);
        line.tick();
        line.print(() -> out.print("log\n"));
        line.tick();

        assertThat(written()).isEqualTo("<erase>| copy ... 0 s<erase>log\n");

        pass(100);
        line.tick();
        assertThat(written()).isEqualTo("<erase>/ copy ... 0 s");
    }

    @Test
    void aClearedLineStaysAwayUntilMoreIsReported() {
        var line = line(Mode.ANIMATED, 80, ASCII);
        line.begin("copy");
        pass(500);
        line.tick();
        line.clear();
        line.clear();
        pass(5_000);
        line.tick();

        assertThat(written()).isEqualTo("<erase>| copy ... 0 s<erase>");

        line.report(1, 4, "");
        assertThat(written()).startsWith("<erase>copy #####");
    }

    @Test
    void stepsAreToldOnce() {
        var line = line(Mode.STEPS, 80, ASCII);
        line.begin("copy");
        for (int i = 0; i <= 8; i++) {
            line.report(i, 8, "file " + i);
        }
        line.report(3, 0, "no total");
        line.end();

        assertThat(written()).isEqualTo("""
            copy
            copy: 25 % (2/8) file 2
            copy: 50 % (4/8) file 4
            copy: 75 % (6/8) file 6
            copy: 100 % (8/8) file 8
            """);
    }

    @Test
    void silenceIsSilent() {
        var line = line(Mode.SILENT, 80, ASCII);
        line.begin("copy");
        pass(5_000);
        line.report(1, 2, "x");
        line.tick();
        line.clear();
        line.end();

        assertThat(written()).isEmpty();
    }

    @Test
    void nothingIsToldBeforeTheBeginningOrAfterTheEnd() {
        var line = line(Mode.ANIMATED, 80, ASCII);
        line.report(1, 2, "early");
        line.begin("copy");
        line.end();
        pass(5_000);
        line.report(1, 2, "late");
        line.tick();

        assertThat(written()).isEmpty();
    }

    @Test
    void itPaintsItselfAndStopsAtTheEnd() throws InterruptedException {
        var line = new ProgressLine(out, Mode.ANIMATED, () -> 80, ASCII);
        line.begin("connecting");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(bytes.toString(UTF_8)).contains("/ connecting ..."));
        var reporters = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            reporters.add(Thread.startVirtualThread(() -> {
                for (int n = 0; n < 200; n++) {
                    line.report(n, 200, "n");
                }
            }));
        }
        for (var reporter : reporters) {
            reporter.join();
        }
        line.close();

        assertThat(written()).endsWith(ERASE);
        line.begin("again");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(bytes.toString(UTF_8)).contains("| again ..."));
        line.close();
        assertThat(written()).endsWith(ERASE);
    }
}
