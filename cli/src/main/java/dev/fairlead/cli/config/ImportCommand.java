package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead import}: copies servers from files of other products. */
public final class ImportCommand implements Command {
    static final String NAME = "import";

    private List<String> words = List.of();
    private boolean all;
    private List<String> only = List.of();
    private @Nullable String as;
    private boolean dry;
    private boolean force;
    private boolean yes;
    private final PlaceOptions place = new PlaceOptions();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public ImportCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead import [OPTIONS]",
                "       fairlead import [OPTIONS] PRODUCT|FILE...",
                "       fairlead import [OPTIONS] --all");
        form.examples(
                "  fairlead import",
                "  fairlead import cursor claude-desktop --dry-run",
                "  fairlead import ~/.codex/config.toml --only docs --as codex-docs",
                "  fairlead import --all --scope project");
        form.words(
                "PRODUCT|FILE",
                given -> words = given,
                "Whose servers to copy: a product, such as claude-desktop, claude-code,",
                "vscode, cursor, gemini, codex, zed, or a file. Without any, and without",
                "--all, what was found is listed, and nothing is copied.");
        form.flag("--all", on -> all = on, "Copy all that is found.");
        form.texts("--only", "NAME", given -> only = given, "Copy only the server of that name; may be repeated.");
        form.text("--as", "NAME", given -> as = given, "Give the one server that is copied this name.");
        form.flag("--dry-run", on -> dry = on, "Tell what would be done, and do nothing.");
        form.flag("--force", on -> force = on, "Replace servers of the same names.");
        form.flag(
                "--yes",
                on -> yes = on,
                "Copy servers of a project's files into your own without being asked.",
                "They start without approval from then on.");
        form.include(place);
        form.include(output);
    }

    @Override
    public Integer call() {
        return new Importing(surroundings, output, place, new Importing.Wishes(only, as, dry, force, yes))
                .run(words, all)
                .code();
    }
}
