package dev.fairlead.testkit.real;

import dev.fairlead.testkit.node.NodePackages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The published servers, installed once below the build folder in the versions that the lock file pins. */
public final class PublishedServers {
    private static final NodePackages PACKAGES = new NodePackages(PublishedServers.class, "published", "any-port.mjs");
    private static final Pattern PORT = Pattern.compile("^port (\\d+)$");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PublishedServers() {}

    /** Says why tests against these servers are to be skipped, if they are. */
    public static Optional<String> reasonToSkip() {
        return PACKAGES.reasonToSkip();
    }

    /** Returns the command that starts one of them. */
    public static List<String> command(String name, String... arguments) {
        return PACKAGES.command("node_modules/@modelcontextprotocol/server-" + name + "/dist/index.js", arguments);
    }

    /**
     * Starts server-everything on a free port, which is what it is ready with.
     *
     * @param transport {@code streamableHttp} or {@code sse}
     */
    public static ServerProcess everythingByUrl(String transport) {
        var command = new ArrayList<>(command("everything", transport));
        var anyPort = PACKAGES.install().resolve("any-port.mjs").toUri().toString();
        command.addAll(1, List.of("--import", anyPort));
        return ServerProcess.start(new ProcessBuilder(command), PORT, PATIENCE);
    }

    /** Returns the program that runs scripts. */
    public static String node() {
        return PACKAGES.command("").getFirst();
    }
}
