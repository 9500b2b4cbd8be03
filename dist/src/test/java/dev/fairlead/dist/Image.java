package dev.fairlead.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;

/** The image of this build, made once, packed, and unpacked in another place, as it travels to people. */
final class Image {
    private static final int MINUTES = 5;

    private Image() {}

    /** Returns the command in it. */
    static Path command() {
        return Made.COMMAND;
    }

    private static final class Made {
        static final Path COMMAND = make();
    }

    private static Path make() {
        try {
            var folder = Path.of("target", "image").toAbsolutePath();
            delete(folder);
            var moved = Files.createDirectories(folder.resolve("a place with blanks"));
            var made = folder.resolve("fairlead");
            var script = Path.of("..", "build", "image").toAbsolutePath().normalize();
            run(folder, "sh", script.toString(), "--jars", System.getProperty("jars"), made.toString());
            run(folder, "tar", "-cf", "image.tar", "fairlead");
            run(moved, "tar", "-xf", folder.resolve("image.tar").toString());
            delete(made);
            return moved.resolve("fairlead/bin/fairlead");
        } catch (IOException unmade) {
            throw new UncheckedIOException(unmade);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the image was made", stopped);
        }
    }

    private static void run(Path folder, String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("FAIRLEAD_JAVA_HOME", System.getProperty("java.home"));
        var process = builder.start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException("%s: %s".formatted(command[1], said));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
