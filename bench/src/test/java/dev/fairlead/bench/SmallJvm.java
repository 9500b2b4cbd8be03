package dev.fairlead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of this module in a process of its own, where nothing of a test is counted. */
final class SmallJvm {
    private SmallJvm() {}

    /** Runs a program to its end and returns the lines that it said. */
    static List<String> lines(Path folder, List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        var said = folder.resolve("said");
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        var lines = Files.readAllLines(said);
        assertThat(process.exitValue()).as(() -> String.join("\n", lines)).isZero();
        return lines;
    }
}
