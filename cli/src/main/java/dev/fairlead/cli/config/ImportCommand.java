package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead import}: copies servers from files of other products. */
@Command(
        name = ImportCommand.NAME,
        description = "Lists the servers in files of other products, and copies them into your own.",
        customSynopsis = {
            "Usage: fairlead import [OPTIONS]",
            "       fairlead import [OPTIONS] PRODUCT|FILE...",
            "       fairlead import [OPTIONS] --all"
        },
        footer = {
            "  fairlead import",
            "  fairlead import cursor claude-desktop --dry-run",
            "  fairlead import ~/.codex/config.toml --only docs --as codex-docs",
            "  fairlead import --all --scope project"
        })
public final class ImportCommand implements Callable<Integer> {
    static final String NAME = "import";

    @Parameters(
            arity = "0..*",
            paramLabel = "PRODUCT|FILE",
            description = {
                "Whose servers to copy: a product, such as claude-desktop, claude-code,",
                "vscode, cursor, gemini, codex, zed, or a file. Without any, and without",
                "--all, what was found is listed, and nothing is copied."
            })
    private List<String> words = List.of();

    @Option(names = "--all", description = "Copy all that is found.")
    private boolean all;

    @Option(names = "--only", paramLabel = "NAME", description = "Copy only the server of that name; may be repeated.")
    private List<String> only = List.of();

    @Option(names = "--as", paramLabel = "NAME", description = "Give the one server that is copied this name.")
    @Nullable
    private String as;

    @Option(names = "--dry-run", description = "Tell what would be done, and do nothing.")
    private boolean dry;

    @Option(names = "--force", description = "Replace servers of the same names.")
    private boolean force;

    @Option(
            names = "--yes",
            description = {
                "Copy servers of a project's files into your own without being asked.",
                "They start without approval from then on."
            })
    private boolean yes;

    @Mixin
    private final PlaceOptions place = new PlaceOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public ImportCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Importing(surroundings, output, place, new Importing.Wishes(only, as, dry, force, yes))
                .run(words, all)
                .code();
    }
}
