package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command as a process of its own. */
final class CommandProcess {
    static final long PATIENCE_SECONDS = 120;

    private CommandProcess() {}

    /**
     * Prepares it.
     *
     * @param options for the JVM
     */
    static ProcessBuilder of(List<String> options, String... words) {
        var command = java(options, Main.class);
        command.addAll(List.of(words));
        return new ProcessBuilder(command);
    }

    /** Returns the words that run a program of these tests, or what they test. */
    static List<String> java(List<String> options, Class<?> program) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        return command;
    }

    /** Waits for its end, during which it is typed nothing. */
    static Shell.Run finish(Process process) throws Exception {
        process.getOutputStream().close();
        // What is printed here fits into the pipes.
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Shell.Run(
                process.exitValue(),
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
    }
}
