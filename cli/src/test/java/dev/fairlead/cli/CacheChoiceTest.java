package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launchers take the smallest cache that has what the words need. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
final class CacheChoiceTest {

    @ParameterizedTest
    @CsvSource({
        "'', all",
        "--version, brief",
        "-h, brief",
        "__complete zsh -- tools demo, brief",
        "tools --help, brief",
        "tools demo, pipe",
        "call demo add --help, pipe",
        "tools server.py --json, pipe",
        "tools -- perl server.pl, pipe",
        "call --timeout 8s search query=https://example.com -- npx server, pipe",
        "tools files, all",
        "chat demo, all",
        "tools https://example.com/server.py, all",
        "read files file:///notes.txt, all",
        "call files add --help, all"
    })
    void dependsOnTheWords(String line, String cache) throws Exception {
        var command = new ArrayList<>(List.of("sh", "-c", ". \"$0\"; eval \"$choose_cache\"; printf %s \"$cache\""));
        command.add(Path.of("../build/jvm.sh").toAbsolutePath().toString());
        if (!line.isEmpty()) {
            command.addAll(List.of(line.split(" ")));
        }

        var shell = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(cache);
        assertThat(shell.waitFor()).isZero();
    }
}
