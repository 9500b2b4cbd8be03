package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.protocol.rpc.Json;
import java.io.PrintStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Prints for programs: exactly one JSON document, on one line. */
public final class JsonPrinter implements Printer {
    private final PrintStream out;
    private final PrintStream err;
    private final boolean debug;
    private final Runnable before;

    /**
     * Prints on these streams.
     *
     * @param before makes room there
     */
    JsonPrinter(PrintStream out, PrintStream err, boolean debug, Runnable before) {
        this.out = out;
        this.err = err;
        this.debug = debug;
        this.before = before;
    }

    @Override
    public void print(Attempt attempt, Outcome outcome) {
        var failure = outcome.failure();
        var document = document(attempt, failure);
        outcome.tell(document);
        end(document, attempt, failure, outcome);
    }

    @Override
    public void now(Consumer<Page> lines) {
        // All of it is in the one document, later.
    }

    @Override
    public void stream(Consumer<Page> lines, ObjectNode document) {
        out.print(Sanitizer.json(Json.write(document)) + "\n");
        out.flush();
    }

    @Override
    public void failure(Attempt attempt, Failure failure) {
        var document = document(attempt, failure);
        attempt.tellNothing(document);
        end(document, attempt, failure, null);
        if (debug) {
            err.print(Sanitizer.text(failure.trace()));
            err.flush();
        }
    }

    private static ObjectNode document(Attempt attempt, @Nullable Failure failure) {
        var document = Json.object().put("success", failure == null);
        document.set("server", server(attempt));
        return document;
    }

    private void end(ObjectNode document, Attempt attempt, @Nullable Failure failure, @Nullable Outcome outcome) {
        document.set("error", failure == null ? null : failure.toJson());
        var took = outcome == null ? null : outcome.took();
        document.put(
                "durationMs",
                Objects.requireNonNullElseGet(took, attempt::elapsed).toMillis());
        before.run();
        out.print(Sanitizer.json(Json.write(document)) + "\n");
        out.flush();
    }

    private static @Nullable ObjectNode server(Attempt attempt) {
        if (attempt.label() == null) {
            return null;
        }
        var profile = attempt.server();
        var implementation = profile == null ? null : profile.implementation();
        return Json.object()
                .put("target", attempt.label())
                .put("name", implementation == null ? null : implementation.name())
                .put("version", implementation == null ? null : implementation.version())
                .put(
                        "protocolVersion",
                        profile == null ? null : profile.version().id());
    }
}
