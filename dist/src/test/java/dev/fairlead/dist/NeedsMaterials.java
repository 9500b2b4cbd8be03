package dev.fairlead.dist;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets tests run where this build has made the list of materials. Maven makes none when it is offline, and leaves the one
 * of an earlier build, which is of other jars; where CI=true the tests run then, and fail.
 */
final class NeedsMaterials implements ExecutionCondition {
    private static final String SKIPPED =
            "SKIPPED: what the command is made of was not checked, as %s; Maven makes a new one only when it is online";

    private static final AtomicBoolean TOLD = new AtomicBoolean();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        var why = missing(Materials.file());
        if (why.isEmpty() || "true".equalsIgnoreCase(System.getenv("CI"))) {
            return ConditionEvaluationResult.enabled("the list is there, or must be");
        }
        tell(why.get());
        return ConditionEvaluationResult.disabled(why.get());
    }

    /** Returns why there is no list of the jars beside it; empty if there is one. */
    static Optional<String> missing(Path list) {
        if (Files.notExists(list)) {
            return Optional.of(SKIPPED.formatted("there is no list of that"));
        }
        return newer(list).map(jar -> SKIPPED.formatted("the list of that is older than " + jar));
    }

    private static Optional<Path> newer(Path list) {
        try (var jars = Files.newDirectoryStream(list.resolveSibling(""), "*.jar")) {
            var made = Files.getLastModifiedTime(list);
            for (var jar : jars) {
                if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
                    return Optional.of(jar.getFileName());
                }
            }
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Says it once, on the stream that the build shows even where it keeps the output of tests in files. */
    private static void tell(String message) {
        if (TOLD.compareAndSet(false, true)) {
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8).println(message);
        }
    }
}
