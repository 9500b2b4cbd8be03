package dev.fairlead.cli;

import dev.fairlead.testkit.node.NodePackages;
import dev.fairlead.testkit.real.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/** Servers as they are published, installed once below the build folder in the versions that the lock file pins. */
final class PublishedServers {
    private static final NodePackages PACKAGES = new NodePackages(PublishedServers.class, "published", "any-port.mjs");
    private static final String EVERYTHING = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    private static final Pattern PORT = Pattern.compile("^port (\\d+)$");

    private PublishedServers() {}

    /** Returns the command that starts server-everything, or skips the test, loudly, where Node.js is missing. */
    static List<String> everything(String... arguments) {
        PACKAGES.reasonToSkip().ifPresent(why -> Assumptions.abort(why));
        return PACKAGES.command(EVERYTHING, arguments);
    }

    /** Starts server-everything on a free port; what is ready is the port. */
    static ServerProcess everythingByUrl(String transport) {
        var command = new ArrayList<>(everything(transport));
        command.addAll(
                1,
                List.of(
                        "--import",
                        PACKAGES.install().resolve("any-port.mjs").toUri().toString()));
        return ServerProcess.start(new ProcessBuilder(command), PORT, Duration.ofSeconds(60));
    }
}
