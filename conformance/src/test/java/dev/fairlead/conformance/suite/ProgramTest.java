package dev.fairlead.conformance.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the suite is driven through a shell")
class ProgramTest {

    @TempDir
    private Path folder;

    private Program shell(String script) {
        return new Program(folder, folder.resolve("log"), List.of("sh", "-c", script));
    }

    @Test
    void whatAProgramSaysAndHowItEndsIsKept() throws IOException, InterruptedException {
        var ending = shell("echo out; echo err >&2; exit 3").run(Duration.ofSeconds(30));

        assertThat(ending).isEqualTo(new Program.Ending(false, 3, "out\nerr\n"));
        assertThat(ending.good()).isFalse();
    }

    @Test
    void aFolderCanBePutInFrontOfThePath() throws IOException, InterruptedException {
        var ending = shell("echo \"$PATH\"").withPath(Path.of("/first")).run(Duration.ofSeconds(30));

        assertThat(ending.output()).startsWith("/first:").hasSizeGreaterThan(10);
    }

    @Test
    @Timeout(60)
    void whatTakesTooLongIsEndedWithAllThatItStarted() throws Exception {
        // Neither wants to go, and the second holds the output.
        var stubborn = "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ >child; while :; do sleep 1; done' & wait; wait";

        var ending = shell(stubborn).run(Duration.ofSeconds(3));

        assertThat(ending.timedOut()).isTrue();
        assertThat(ending.good()).isFalse();
        var child = ProcessHandle.of(
                Long.parseLong(Files.readString(folder.resolve("child")).strip()));
        if (child.isPresent()) {
            child.get().onExit().get(30, TimeUnit.SECONDS);
        }
        assertThat(child.map(ProcessHandle::isAlive)).isNotEqualTo(Optional.of(true));
    }
}
