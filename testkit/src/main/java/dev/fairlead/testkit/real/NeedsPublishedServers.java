package dev.fairlead.testkit.real;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run once the published servers are installed; skips them, where that is allowed, if Node.js is missing. */
@SuppressWarnings("exports") // Whoever runs tests has JUnit; whoever does not, needs it not.
public final class NeedsPublishedServers implements ExecutionCondition {

    /** Is made by JUnit. */
    public NeedsPublishedServers() {}

    /** Installs the servers, and tells whether tests that need them can run. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return PublishedServers.reasonToSkip()
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("the servers are installed"));
    }
}
