package dev.fairlead.testkit.real;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.node.NodePackages;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The servers that run on Node.js. */
final class NodeScripts {
    private static final NodePackages PACKAGES =
            new NodePackages(NodeScripts.class, "realas", "oidc-provider.mjs", "protected-server.mjs", "beside.mjs");
    private static final Pattern READY = Pattern.compile("^ready (\\{.*})$");
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private NodeScripts() {}

    static Optional<String> reasonToSkip() {
        return PACKAGES.reasonToSkip();
    }

    static ServerProcess start(String script, JsonNode settings) {
        var builder = new ProcessBuilder(PACKAGES.command(script));
        builder.environment().put("SETTINGS", Json.write(settings));
        return ServerProcess.start(builder, READY, PATIENCE);
    }
}
