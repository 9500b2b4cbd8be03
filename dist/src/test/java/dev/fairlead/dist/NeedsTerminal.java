package dev.fairlead.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run where there is a terminal for them, which is installed in CI; skips them loudly elsewhere. */
final class NeedsTerminal implements ExecutionCondition {
    private static final int MINUTES_TO_INSTALL = 5;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean mustRun = "true".equalsIgnoreCase(System.getenv("CI"));
        if (mustRun && !Terminal.missing().isEmpty()) {
            install();
        }
        var missing = Terminal.missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("tmux is installed");
        }
        if (mustRun) {
            throw new IllegalStateException(missing + ", but could not, which is not acceptable where CI=true");
        }
        System.err.println("SKIPPED: no verb was tried in a terminal, because " + missing);
        return ConditionEvaluationResult.disabled(missing);
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
