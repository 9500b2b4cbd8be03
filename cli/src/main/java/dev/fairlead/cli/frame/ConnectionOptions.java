package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every verb that talks to a server. */
public final class ConnectionOptions {
    public static final String NO_LOGIN = "--no-login";

    /** Whether it was typed that nobody logs in; an option of those verbs alone that may have somebody do so. */
    public boolean neverLogIn;

    /** What was typed to answer questions of the server, and the folders it may know of; for verbs that may be asked. */
    List<String> answers = List.of();

    List<Path> roots = List.of();

    /** Where what is said is recorded; an option of those verbs alone that make a visit. */
    public @Nullable Path recording;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = {
                "How long connecting may take, and again the call.",
                "500ms, 8s, 2m; a plain number is seconds."
            })
    @Nullable
    Duration timeout;

    @Option(
            names = "--protocol",
            paramLabel = "VERSION",
            description = "Speak this revision of MCP, such as 2025-06-18, or fail.")
    @Nullable
    String protocol;

    @Mixin
    final ConfigOptions config = new ConfigOptions();

    @ArgGroup(validate = false, heading = "%nOptions for servers with a URL:%n")
    RemoteOptions remote = new RemoteOptions();

    @ArgGroup(validate = false, heading = "%nOptions for servers that demand a login (OAuth):%n")
    public LoginOptions login = new LoginOptions();

    /** Returns what says which files name servers. */
    public ConfigOptions configFiles() {
        return config;
    }

    /** Returns what is needed to visit a server that these files name, and nothing else. */
    public static ConnectionOptions forServersOf(List<Path> files) {
        var options = new ConnectionOptions();
        options.config.take(files);
        return options;
    }

    /** Takes the files that were typed elsewhere. */
    public void take(ConfigOptions other) {
        config.take(other.files());
    }

    /** Lists what was typed that only servers with a URL need. */
    List<String> forUrls() {
        return Stream.of(remote.typed(), neverLogIn ? List.of(NO_LOGIN) : List.<String>of(), login.typed())
                .flatMap(List::stream)
                .toList();
    }
}
