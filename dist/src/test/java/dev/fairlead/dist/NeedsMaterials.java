package dev.fairlead.dist;

import java.nio.file.Files;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run where the list of materials was made, which Maven does not do offline; in CI it must be there. */
final class NeedsMaterials implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Files.exists(Materials.file()) || "true".equals(System.getenv("CI"))
                ? ConditionEvaluationResult.enabled("the list is there, or must be")
                : ConditionEvaluationResult.disabled("Maven lists materials only when it is online");
    }
}
