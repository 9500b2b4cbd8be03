package dev.fairlead.host.campaign;

import dev.fairlead.testkit.node.NodePackages;
import java.util.List;
import java.util.Optional;

/** The published servers, installed once below the build folder in the versions that the lock file pins. */
final class PublishedServers {
    private static final NodePackages PACKAGES = new NodePackages(PublishedServers.class, "campaign");

    private PublishedServers() {}

    /** Says why tests against these servers are to be skipped, if they are. */
    static Optional<String> reasonToSkip() {
        return PACKAGES.reasonToSkip();
    }

    /** Returns the command that starts one of them. */
    static List<String> command(String name, String... arguments) {
        return PACKAGES.command("node_modules/@modelcontextprotocol/server-" + name + "/dist/index.js", arguments);
    }

    /** Returns the program that runs scripts. */
    static String node() {
        return PACKAGES.command("").getFirst();
    }
}
