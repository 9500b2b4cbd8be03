package dev.fairlead.testkit.real;

import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.JsonNode;

/** The protected MCP server in a process of its own, beside an authorization server that was started otherwise. */
public final class ProtectedServer implements AutoCloseable {
    private final ServerProcess process;
    private final JsonNode facts;

    private ProtectedServer(ServerProcess process) {
        this.process = process;
        this.facts = Json.parse(process.ready());
    }

    /**
     * Starts the server, which asks the authorization server about every token.
     *
     * @param metadata of the authorization server
     * @param audience what a token must be meant for
     * @param password with which this audience asks
     */
    public static ProtectedServer start(JsonNode metadata, String audience, String password) {
        var settings = Json.object()
                .put("issuer", metadata.path("issuer").stringValue())
                .put("jwks", metadata.path("jwks_uri").stringValue())
                .put("audience", audience);
        settings.putObject("introspection")
                .put("url", metadata.path("introspection_endpoint").stringValue())
                .put("always", true)
                .put("user", audience)
                .put("password", password);
        return new ProtectedServer(NodeScripts.start("beside.mjs", settings));
    }

    /** Returns the URL of the server. */
    public String mcp() {
        return facts.path("mcp").stringValue();
    }

    /** Kills the server. */
    @Override
    public void close() {
        process.close();
    }
}
