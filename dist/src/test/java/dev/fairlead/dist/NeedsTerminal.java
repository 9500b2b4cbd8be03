package dev.fairlead.dist;

import dev.fairlead.testkit.real.InstalledProgram;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run where there is a terminal for them. */
final class NeedsTerminal implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return InstalledProgram.reasonToSkip("tmux")
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("tmux is installed"));
    }
}
