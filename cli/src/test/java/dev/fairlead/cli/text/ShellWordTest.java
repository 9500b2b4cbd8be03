package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class ShellWordTest {
    @TempDir
    Path folder;

    @Test
    void commandsStandInQuotesUnlessTheyHaveSome() {
        assertThat(ShellWord.command("fairlead approve " + ShellWord.of("calc")))
                .isEqualTo("'fairlead approve calc'");
        assertThat(ShellWord.command("fairlead approve " + ShellWord.of("my files")))
                .isEqualTo("fairlead approve 'my files'");
        assertThat(ShellWord.line(List.of("a b", "c"))).isEqualTo("'a b' c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x;touch canary;",
                "$(touch canary)",
                "it's;touch canary;'",
                "`touch canary`",
                "x\ntouch canary\n"
            })
    void whatIsCopiedRunsNothingElse(String name) throws Exception {
        var copied = ShellWord.command("echo " + ShellWord.of(name));

        assertThat(run(copied)).isEqualTo(name + "\n");
        assertThat(folder.resolve("canary")).doesNotExist();
    }

    private String run(String line) throws Exception {
        var out = Files.createFile(folder.resolve("out"));
        var shell = new ProcessBuilder("/bin/sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(shell.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(out);
    }
}
