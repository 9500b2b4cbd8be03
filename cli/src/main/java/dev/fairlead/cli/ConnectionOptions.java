package dev.fairlead.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options of every verb that talks to a server. */
final class ConnectionOptions {
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

    @ArgGroup(validate = false, heading = "%nOptions for servers with a URL:%n")
    RemoteOptions remote = new RemoteOptions();

    @ArgGroup(validate = false, heading = "%nOptions for servers that demand a login (OAuth):%n")
    LoginOptions login = new LoginOptions();
}
