package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead read}: reads a resource. */
@Command(
        name = ReadCommand.NAME,
        description = "Reads a resource of a server, and prints it.",
        customSynopsis = {
            "Usage: fairlead read [OPTIONS] SERVER URI",
            "       fairlead read [OPTIONS] URI -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead read demo demo://greeting",
            "  fairlead read https://example.com/mcp file:///logo.png --output logo.png"
        })
public final class ReadCommand implements Callable<Integer> {
    static final String NAME = "read";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "SERVER is the URL of a server, or its name; 'fairlead resources' lists what",
                "  it has. Without it, COMMAND starts the server."
            })
    private List<String> words = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = {"Write the contents to this file, which must not exist yet; needed for what", "is not text."
            })
    @Nullable
    private Path file;

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public ReadCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Reading(words, file, options.visit(surroundings)).run().code();
    }
}
