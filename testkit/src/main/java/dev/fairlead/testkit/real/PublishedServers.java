package dev.fairlead.testkit.real;

import dev.fairlead.testkit.node.NodePackages;
import java.util.List;
import java.util.Optional;

/** The published servers, installed once below the build folder in the versions that the lock file pins. */
public final class PublishedServers {
    private static final NodePackages PACKAGES = new NodePackages(PublishedServers.class, "published");

    private PublishedServers() {}

    /** Says why tests against these servers are to be skipped, if they are. */
    public static Optional<String> reasonToSkip() {
        return PACKAGES.reasonToSkip();
    }

    /** Returns the command that starts one of them. */
    public static List<String> command(String name, String... arguments) {
        return PACKAGES.command("node_modules/@modelcontextprotocol/server-" + name + "/dist/index.js", arguments);
    }

    /** Returns the program that runs scripts. */
    public static String node() {
        return PACKAGES.command("").getFirst();
    }
}
