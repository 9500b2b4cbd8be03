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

/** {@code fairlead add}: configures a server. */
@Command(
        name = AddCommand.NAME,
        description = "Configures a server, so that it has a name.",
        customSynopsis = {
            "Usage: fairlead add [OPTIONS] NAME URL",
            "       fairlead add [OPTIONS] NAME SCRIPT [ARGUMENT...]",
            "       fairlead add [OPTIONS] NAME -- COMMAND [ARGUMENT...]",
            "       fairlead add [OPTIONS] [NAME] --entry JSON"
        },
        footer = {
            "  fairlead add tracker https://example.com/mcp --header-env 'Authorization=Bearer TRACKER_TOKEN'",
            "  fairlead add files -- npx -y @modelcontextprotocol/server-filesystem /srv/files",
            "  fairlead add search server.py --env-from SEARCH_KEY --timeout 2m --check",
            "  fairlead add --entry '{\"mcpServers\": {\"git\": {\"command\": \"uvx\", \"args\":"
                    + " [\"mcp-server-git\"]}}}'",
            "  fairlead add files --scope project -- node server.js"
        })
public final class AddCommand implements Callable<Integer> {
    static final String NAME = "add";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "NAME is how the server is called from now on.",
                "URL, SCRIPT (.py, .js, .mjs, .cjs, .jar) or COMMAND is how it is reached."
            })
    private List<String> words = List.of();

    @Mixin
    private final TypedServer server = new TypedServer();

    @Option(
            names = "--entry",
            paramLabel = "JSON",
            description = {
                "All of it, as its makers publish it for any product: the JSON itself,",
                "@FILE, or - for stdin."
            })
    @Nullable
    private String entry;

    @Mixin
    private final PlaceOptions place = new PlaceOptions();

    @Option(names = "--force", description = "Replace a server of that name.")
    private boolean force;

    @Option(names = "--check", description = "Connect to it once, and fail if that fails; it stays configured.")
    private boolean check;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public AddCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Adding(surroundings, output, place, force, check)
                .run(words, server, entry)
                .code();
    }
}
