package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead read}: reads a resource. */
public final class ReadCommand implements Command {
    static final String NAME = "read";

    private List<String> words = List.of();
    private @Nullable Path file;
    private final VisitOptions options = new VisitOptions();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public ReadCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead read [OPTIONS] SERVER URI",
                "       fairlead read [OPTIONS] URI -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead read demo demo://greeting",
                "  fairlead read https://example.com/mcp file:///logo.png --output logo.png");
        form.words(
                "WORD",
                given -> words = given,
                "SERVER is the URL of a server, or its name; 'fairlead resources' lists what",
                "  it has. Without it, COMMAND starts the server.");
        form.path(
                "-o, --output",
                "FILE",
                given -> file = given,
                "Write the contents to this file, which must not exist yet; needed for what",
                "is not text.");
        form.include(options);
    }

    @Override
    public Integer call() {
        return new Reading(words, file, options.visit(surroundings)).run().code();
    }
}
