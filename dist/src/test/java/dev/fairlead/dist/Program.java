package dev.fairlead.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The built program, run as people run it.
 *
 * @param words what starts it
 * @param home where it finds what is configured, and keeps what it has to keep
 */
record Program(List<String> words, Path home) {
    private static final long PATIENCE_SECONDS = 120;

    /** What came of a command. */
    record Run(int code, String out, String err) {}

    /** Returns the program of the image. */
    static Program in(Path home) {
        return new Program(List.of(Image.command().toString()), home);
    }

    /** Returns all the words of a command. */
    List<String> command(List<String> typed) {
        var all = new ArrayList<>(words);
        all.addAll(typed);
        return all;
    }

    /** Returns the variables that the program gets beside those of everybody. */
    Map<String, String> environment() {
        return Map.of("FAIRLEAD_HOME", home.toString(), "FAIRLEAD_KEYRING", "off", "LANG", "C.UTF-8");
    }

    /** Runs a command in a pipe. */
    Run pipe(Path folder, String input, List<String> typed) throws IOException, InterruptedException {
        var out = Files.createTempFile(home, "out", ".txt");
        var err = Files.createTempFile(home, "err", ".txt");
        var in = Files.createTempFile(home, "in", ".txt");
        Files.writeString(in, input);
        var builder = new ProcessBuilder(command(typed))
                .directory(folder.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment());
        var process = builder.start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("%s is still running; it said: %s%s".formatted(typed, text(out), text(err)));
            }
            return new Run(process.exitValue(), text(out), text(err));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
