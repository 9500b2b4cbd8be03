package dev.fairlead.conformance.suite;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A command, run to its end or to the end of our patience, with all that it says in a file. */
final class Program {
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final ProcessBuilder builder;
    private final Path log;

    /** Prepares a command whose output goes to {@code log}. */
    Program(Path folder, Path log, List<String> command) {
        this.log = log;
        this.builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
    }

    /** How a command ended, and what it had said by then. */
    record Ending(boolean timedOut, int status, String output) {

        boolean good() {
            return !timedOut && status == 0;
        }
    }

    /** Puts a folder in front of the PATH. */
    Program withPath(Path folder) {
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + File.pathSeparator + path);
        return this;
    }

    /** Runs the command. What takes too long is ended, all that the command has started before the command itself. */
    Ending run(Duration patience) throws IOException, InterruptedException {
        var process = builder.start();
        boolean over = false;
        try {
            process.getOutputStream().close();
            over = process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (!over) {
                // Now it can still say what it saw of them.
                endDescendants(process);
                process.waitFor(LAST_WORDS.toNanos(), TimeUnit.NANOSECONDS);
            }
        } finally {
            endDescendants(process);
            process.destroyForcibly();
        }
        return new Ending(!over, over ? process.exitValue() : -1, Files.readString(log));
    }

    private static void endDescendants(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    /** Finds a program on the PATH. */
    static Optional<Path> find(String name) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> Stream.of(Path.of(folder, name)))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
