package dev.fairlead.browser;

import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.console.model.Models;
import dev.fairlead.testkit.node.NodePackages;
import dev.fairlead.testkit.real.ServerProcess;
import dev.fairlead.wire.http.HttpEngine;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A published mock of all providers, each in its own interface over HTTP, that says what {@code start.mjs} says. */
final class MockedModel implements AutoCloseable {
    /** The key that its providers are shown, which nobody else is to see. */
    static final String KEY = "key-of-the-mock-5e1f";

    private static final NodePackages PACKAGES = new NodePackages(MockedModel.class, "aimock", "start.mjs");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ServerProcess process;

    private MockedModel(ServerProcess process) {
        this.process = process;
    }

    static MockedModel start() {
        return new MockedModel(ServerProcess.start(
                new ProcessBuilder(PACKAGES.command("start.mjs")), Pattern.compile("^ready (http://\\S+)$"), PATIENCE));
    }

    /** Returns its models, of which the first one is asked where nobody chooses. */
    Models models() {
        var environment = Map.of("GEMINI_BASE_URL", process.ready(), "OPENAI_BASE_URL", process.ready() + "/v1");
        return Models.of(
                new Providers(HttpEngine.shared(), new Keys(environment, provider -> Optional.of(KEY))),
                Optional.of("gemini"));
    }

    @Override
    public void close() {
        process.close();
    }

    /** Skips tests loudly where there is no Node.js. */
    static final class Needed implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return PACKAGES.reasonToSkip()
                    .map(ConditionEvaluationResult::disabled)
                    .orElseGet(() -> ConditionEvaluationResult.enabled("the mock is installed"));
        }
    }
}
