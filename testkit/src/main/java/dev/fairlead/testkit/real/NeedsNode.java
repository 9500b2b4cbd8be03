package dev.fairlead.testkit.real;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run once their servers are installed; skips them, where that is allowed, if Node.js is missing. */
@SuppressWarnings("exports") // Whoever runs tests has JUnit; whoever does not, needs it not.
public final class NeedsNode implements ExecutionCondition {

    /** Is made by JUnit. */
    public NeedsNode() {}

    /** Installs the servers, and tells whether tests that need them can run. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return NodeScripts.reasonToSkip()
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("the servers are installed"));
    }
}
