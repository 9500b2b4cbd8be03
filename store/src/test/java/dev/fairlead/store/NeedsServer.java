package dev.fairlead.store;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests run if a real server can be started; skips them otherwise, where that is allowed. */
public class NeedsServer implements ExecutionCondition {
    private static final long MINUTES_TO_INSTALL = 15;
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private final String product;
    private final BooleanSupplier installed;

    private NeedsServer(String product, BooleanSupplier installed) {
        this.product = product;
        this.installed = installed;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean mustRun = "true".equalsIgnoreCase(System.getenv("CI"));
        if (mustRun && !installed.getAsBoolean()) {
            install();
        }
        if (installed.getAsBoolean()) {
            return ConditionEvaluationResult.enabled(product + " is installed");
        }
        var message =
                "SKIPPED: no test against a real %s server was run, because none is installed; build/install-test-needs installs it"
                        .formatted(product);
        if (mustRun) {
            throw new IllegalStateException(message + ", but could not, which is not acceptable where CI=true");
        }
        tell(message);
        return ConditionEvaluationResult.disabled(message);
    }

    private static void install() {
        try {
            var script = Path.of("..", "build", "install-test-needs")
                    .toAbsolutePath()
                    .normalize();
            var installing = new ProcessBuilder(script.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!installing.waitFor(MINUTES_TO_INSTALL, TimeUnit.MINUTES)) {
                installing.destroyForcibly();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says it once, on the stream that the build shows even where it keeps the output of tests in files. */
    private static void tell(String message) {
        if (TOLD.add(message)) {
            var console = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
            console.println(message);
        }
    }

    /** For tests with a {@link PostgresServer}. */
    public static final class Postgres extends NeedsServer {
        public Postgres() {
            super("PostgreSQL", () -> PostgresServer.programs().isPresent());
        }
    }

    /** For tests with a {@link RedisServer}. */
    public static final class Redis extends NeedsServer {
        public Redis() {
            super("Redis", () -> RedisServer.program().isPresent());
        }
    }
}
