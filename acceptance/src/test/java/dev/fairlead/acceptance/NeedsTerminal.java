package dev.fairlead.acceptance;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run where there is a terminal for them; skips them loudly elsewhere, which in CI is a failure. */
final class NeedsTerminal implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        var missing = Terminal.missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("tmux is installed");
        }
        if ("true".equals(System.getenv("CI"))) {
            throw new IllegalStateException(missing);
        }
        System.err.println("SKIPPED: " + missing);
        return ConditionEvaluationResult.disabled(missing);
    }
}
