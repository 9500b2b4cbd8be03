package dev.fairlead.dist;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run where images can be made. */
final class NeedsImage implements ExecutionCondition {
    private static final int OLDEST = 25;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Runtime.version().feature() >= OLDEST
                ? ConditionEvaluationResult.enabled("the JDK can")
                : ConditionEvaluationResult.disabled("images are made with a JDK 25 or newer");
    }
}
