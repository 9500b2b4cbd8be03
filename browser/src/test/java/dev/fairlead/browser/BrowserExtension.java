package dev.fairlead.browser;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.fairlead.testkit.real.InstalledProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests their console and their browser, checks at the end that nothing was fetched or ran, and keeps evidence. */
final class BrowserExtension implements ExecutionCondition, ParameterResolver, AfterTestExecutionCallback {
    private static final Namespace OURS = Namespace.create(BrowserExtension.class);
    private static final Path EVIDENCE = Path.of("target", "browser");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return InstalledProgram.reasonToSkip(SharedBrowser.PROGRAM)
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("there is a browser"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == Bench.class || type == Visitor.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The store closes what is in it, the newest first: the browser's page goes before the console.
        var store = context.getStore(OURS);
        var bench = store.computeIfAbsent(Bench.class, type -> new Bench(), Bench.class);
        return parameter.getParameter().getType() == Bench.class
                ? bench
                : store.computeIfAbsent(Visitor.class, type -> new Visitor(shared(context), bench), Visitor.class);
    }

    private static SharedBrowser shared(ExtensionContext context) {
        PlaywrightAssertions.setDefaultAssertionTimeout(Visitor.PATIENCE_MS);
        return context.getStore(StoreScope.LAUNCHER_SESSION, OURS)
                .computeIfAbsent(SharedBrowser.class, type -> new SharedBrowser(), SharedBrowser.class);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        var visitor = context.getStore(OURS).get(Visitor.class, Visitor.class);
        if (visitor == null) {
            return;
        }
        var name = context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName();
        var file = EVIDENCE.resolve(name.replaceAll("[^A-Za-z0-9._-]+", "_"));
        if (context.getExecutionException().isPresent()) {
            visitor.keepEvidence(file);
            return;
        }
        try {
            visitor.watch().assertNothingLeftThePage();
        } catch (AssertionError left) {
            visitor.keepEvidence(file);
            throw left;
        }
    }
}
