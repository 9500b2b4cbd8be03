package dev.fairlead.wire.stdio;

import static dev.fairlead.wire.stdio.ProcessProbe.awaitGone;
import static dev.fairlead.wire.stdio.ProcessProbe.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class ShortProgramTest {
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int ENOUGH = 10_000;

    @TempDir
    private Path folder;

    private static ShortProgram.Outcome run(String script, int mostBytes) throws Exception {
        return ShortProgram.run(sh(script), "short", LONG, mostBytes);
    }

    @Test
    void whatItPrintsIsReturnedWithItsExitCode() throws Exception {
        assertThat(run("cat; printf 'h\\303\\244llo'; exit 3", ENOUGH))
                .isEqualTo(new ShortProgram.Outcome(3, "hällo", false));
    }

    @Test
    void oneThatPrintsTooMuchIsNotWaitedFor() throws Exception {
        assertThat(run("echo 123456789; sleep 300", 5)).isEqualTo(new ShortProgram.Outcome(0, "12345", true));
    }

    @Test
    void whatItLeftBehindIsEndedEvenIfThatHoldsItsOutput() throws Exception {
        var pid = run("sleep 300 & echo $!", ENOUGH).output().strip();
        awaitGone(SOON, List.of(Long.valueOf(pid)));
    }

    @Test
    void itIsEndedWithItsTime() throws Exception {
        var told = folder.resolve("pid");
        var hangs = sh("echo $$ > '%s'; exec sleep 300".formatted(told));
        assertThatThrownBy(() -> ShortProgram.run(hangs, "short", Duration.ofSeconds(4), ENOUGH))
                .isInstanceOf(TimeoutException.class);
        awaitGone(SOON, List.of(Long.valueOf(Files.readString(told).strip())));
    }

    @Test
    void itCarriesTheMarkerByWhichTheWatchdogEndsItWithThisJvm() throws Exception {
        assertThat(run("echo $" + Lifeline.VARIABLE, ENOUGH).output())
                .startsWith(Long.toString(ProcessHandle.current().pid()));
    }
}
