package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Verbosity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead add}: configures a server. */
public final class AddCommand implements Command {
    static final String NAME = "add";

    private List<String> words = List.of();
    private final TypedServer server = new TypedServer();
    private @Nullable String entry;
    private final PlaceOptions place = new PlaceOptions();
    private boolean force;
    private boolean check;
    private final Verbosity verbosity = new Verbosity();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public AddCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead add [OPTIONS] NAME URL",
                "       fairlead add [OPTIONS] NAME SCRIPT [ARGUMENT...]",
                "       fairlead add [OPTIONS] NAME -- COMMAND [ARGUMENT...]",
                "       fairlead add [OPTIONS] [NAME] --entry JSON");
        form.examples(
                "  fairlead add tracker https://example.com/mcp --header-env 'Authorization=Bearer TRACKER_TOKEN'",
                "  fairlead add files -- npx -y @modelcontextprotocol/server-filesystem /srv/files",
                "  fairlead add search server.py --env-from SEARCH_KEY --timeout 2m --check",
                "  fairlead add --entry '{\"mcpServers\": {\"git\": {\"command\": \"uvx\", \"args\":"
                        + " [\"mcp-server-git\"]}}}'",
                "  fairlead add files --scope project -- node server.js");
        form.words(
                "WORD",
                given -> words = given,
                "NAME is how the server is called from now on.",
                "URL, SCRIPT (.py, .js, .mjs, .cjs, .jar) or COMMAND is how it is reached.");
        form.include(server);
        form.text(
                "--entry",
                "JSON",
                given -> entry = given,
                "All of it, as its makers publish it for any product: the JSON itself,",
                "@FILE, or - for stdin.");
        form.include(place);
        form.flag("--force", on -> force = on, "Replace a server of that name.");
        form.flag("--check", on -> check = on, "Connect to it once, and fail if that fails; it stays configured.");
        form.include(verbosity);
        form.include(output);
    }

    @Override
    public Integer call() {
        return new Adding(surroundings, output.verbosely(verbosity.typed), place, force, check)
                .run(words, server, entry)
                .code();
    }
}
