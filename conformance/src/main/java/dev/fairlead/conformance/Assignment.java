package dev.fairlead.conformance;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What the suite asks of one run.
 *
 * @param url where its server listens
 * @param scenario which scenario it plays
 * @param version the revision it plays it in
 * @param context data of the scenario, an empty object where there is none
 */
record Assignment(String url, String scenario, String version, JsonNode context) {

    /** Reads the assignment: the URL is the last argument, all else comes in the environment. */
    static Assignment from(List<String> arguments, Map<String, String> environment) {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("the last argument must be the URL of the server");
        }
        var context = environment.getOrDefault("MCP_CONFORMANCE_CONTEXT", "");
        return new Assignment(
                arguments.getLast(),
                environment.getOrDefault("MCP_CONFORMANCE_SCENARIO", ""),
                environment.getOrDefault("MCP_CONFORMANCE_PROTOCOL_VERSION", ""),
                context.isBlank() ? Json.object() : Json.parse(context));
    }
}
