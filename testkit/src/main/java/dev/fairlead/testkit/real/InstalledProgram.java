package dev.fairlead.testkit.real;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of the system that some tests need: installed in CI where it is missing, and missed loudly elsewhere. */
public final class InstalledProgram {
    private static final int MINUTES_TO_INSTALL = 15;
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private InstalledProgram() {}

    /**
     * Looks for a program, and says why tests that need it are to be skipped, if they are.
     *
     * @throws IllegalStateException if they can be neither run nor skipped, because {@code CI=true}
     */
    public static Optional<String> reasonToSkip(String program) {
        boolean mustRun = "true".equalsIgnoreCase(System.getenv("CI"));
        if (mustRun && !isInstalled(program)) {
            install();
        }
        if (isInstalled(program)) {
            return Optional.empty();
        }
        var message = "SKIPPED: there is no %s here, which some tests need; build/install-test-needs installs it"
                .formatted(program);
        if (mustRun) {
            throw new IllegalStateException(message + ", but could not, which is not acceptable where CI=true");
        }
        if (TOLD.add(message)) {
            // The stream that the build shows even where it keeps the output of tests in files.
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8).println(message);
        }
        return Optional.of(message);
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static void install() {
        try {
            var script = Path.of("..", "build", "install-test-needs")
                    .toAbsolutePath()
                    .normalize();
            var installing = new ProcessBuilder(script.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!installing.waitFor(MINUTES_TO_INSTALL, TimeUnit.MINUTES)) {
                installing.destroyForcibly();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
