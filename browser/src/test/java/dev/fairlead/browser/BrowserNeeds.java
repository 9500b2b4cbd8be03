package dev.fairlead.browser;

import dev.fairlead.testkit.node.NodePackages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What some of these tests have from npm: the check of accessibility, and servers with interfaces of their own. */
final class BrowserNeeds implements ExecutionCondition {
    private static final NodePackages PACKAGES = new NodePackages(BrowserNeeds.class, "browser-needs");

    /** Returns the script that checks the accessibility of a page. */
    static String axe() {
        try {
            return Files.readString(PACKAGES.install().resolve("node_modules/axe-core/axe.min.js"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command that starts an official example of a server with an interface of its own. */
    static List<String> example(String name) {
        return PACKAGES.command("node_modules/@modelcontextprotocol/server-" + name + "/dist/index.js", "--stdio");
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> reason = PACKAGES.reasonToSkip();
        return reason.map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("the packages are installed"));
    }
}
