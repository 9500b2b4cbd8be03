package dev.fairlead.auth.store;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run if a real keyring can be started; skips them otherwise, where that is allowed. */
final class NeedsGnomeKeyring implements ExecutionCondition {
    private static final Duration INSTALLED = Duration.ofMinutes(5);
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean mustRun = "true".equalsIgnoreCase(System.getenv("CI"));
        if (mustRun && !missing().isEmpty()) {
            install();
        }
        var missing = missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("the keyring is installed");
        }
        var message =
                "SKIPPED: no test against a real keyring was run, because the PATH has no %s; build/install-test-needs installs it"
                        .formatted(String.join(" and no ", missing));
        if (mustRun) {
            throw new IllegalStateException(message + ", but could not, which is not acceptable where CI=true");
        }
        tell(message);
        return ConditionEvaluationResult.disabled(message);
    }

    private static List<String> missing() {
        return List.of("dbus-run-session", "gnome-keyring-daemon").stream()
                .filter(program -> !isOnPath(program))
                .toList();
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
            if (!installing.waitFor(INSTALLED.toMinutes(), TimeUnit.MINUTES)) {
                installing.destroyForcibly();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isOnPath(String program) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(String.valueOf(System.getenv("PATH")))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Says it once, on the stream that the build shows even where it keeps the output of tests in files. */
    private static void tell(String message) {
        if (TOLD.compareAndSet(false, true)) {
            var console = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
            console.println(message);
        }
    }
}
