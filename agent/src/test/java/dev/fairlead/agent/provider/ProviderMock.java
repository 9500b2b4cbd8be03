package dev.fairlead.agent.provider;

import dev.fairlead.testkit.node.NodePackages;
import dev.fairlead.testkit.real.ServerProcess;
import dev.fairlead.wire.http.HttpEngine;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A published mock of all providers, each in its own interface, that says what a file of ours says. */
public final class ProviderMock implements AutoCloseable {
    private static final NodePackages PACKAGES =
            new NodePackages(ProviderMock.class, "aimock", "start.mjs", "answers.json", "session.json");

    private final ServerProcess process;

    private ProviderMock(ServerProcess process) {
        this.process = process;
    }

    /** Starts it; skips the test, where that is allowed, if Node.js is missing. */
    public static ProviderMock start(String answers) {
        Assumptions.assumeTrue(PACKAGES.reasonToSkip().isEmpty());
        var file = PACKAGES.install().resolve(answers).toString();
        return new ProviderMock(ServerProcess.start(
                new ProcessBuilder(PACKAGES.command("start.mjs", file)),
                Pattern.compile("^ready (http://\\S+)$"),
                Duration.ofSeconds(60)));
    }

    /** Returns the names of the providers, one for each interface. */
    public static Stream<String> names() {
        return Stream.of("gemini", "openai", "openai-responses", "anthropic", "ollama");
    }

    /** Returns the providers, all of them at the mock. */
    public Providers providers() {
        return new Providers(HttpEngine.shared(), keys());
    }

    /** Returns the providers, all of them at the mock, in a time of their own. */
    Providers providers(Pace pace) {
        return new Providers(HttpEngine.shared(), keys(), Providers.ALL, Patience.USUAL, pace);
    }

    private Keys keys() {
        var environment = Map.of(
                "GEMINI_BASE_URL", process.ready(),
                "OPENAI_BASE_URL", process.ready() + "/v1",
                "ANTHROPIC_BASE_URL", process.ready(),
                "OLLAMA_HOST", process.ready());
        return new Keys(environment, provider -> Optional.of("some-key"));
    }

    @Override
    public void close() {
        process.close();
    }
}
