package dev.fairlead.client.interop;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run once their servers are installed; skips them, where that is allowed, if Node.js is missing. */
final class NeedsNode implements ExecutionCondition {
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        var missing = NodeServers.missing();
        if (missing.isEmpty()) {
            NodeServers.install();
            return ConditionEvaluationResult.enabled("the servers are installed");
        }
        var message = "SKIPPED: no test against published servers was run, because the PATH has no %s"
                .formatted(String.join(" and no ", missing));
        if ("true".equalsIgnoreCase(System.getenv("CI"))) {
            throw new IllegalStateException(message + ", which is not acceptable where CI=true");
        }
        tell(message);
        return ConditionEvaluationResult.disabled(message);
    }

    /** Says it once, on the stream that the build shows even where it keeps the output of tests in files. */
    private static void tell(String message) {
        if (TOLD.compareAndSet(false, true)) {
            var console = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
            console.println(message);
        }
    }
}
