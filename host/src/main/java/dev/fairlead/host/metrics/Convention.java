package dev.fairlead.host.metrics;

/** The names of the OpenTelemetry semantic conventions for MCP, and those of our own where they have none. */
final class Convention {
    static final String OPERATION_DURATION = "mcp.client.operation.duration";
    static final String SESSION_DURATION = "mcp.client.session.duration";

    static final String METHOD = "mcp.method.name";
    static final String TOOL = "gen_ai.tool.name";
    static final String OPERATION = "gen_ai.operation.name";
    static final String PROTOCOL_VERSION = "mcp.protocol.version";
    static final String NETWORK_TRANSPORT = "network.transport";
    static final String SERVER_ADDRESS = "server.address";
    static final String SERVER_PORT = "server.port";
    static final String ERROR_TYPE = "error.type";
    static final String STATUS_CODE = "rpc.response.status_code";

    static final String TOOLS_CALL = "tools/call";
    static final String EXECUTE_TOOL = "execute_tool";

    static final String ACTIVE_CALLS = "fairlead.calls.active";
    static final String RETRIES = "fairlead.call.retries";
    static final String RESTARTS = "fairlead.server.restarts";
    static final String STATE = "fairlead.server.state";
    static final String VIOLATIONS = "fairlead.violations";
    static final String SERVER = "fairlead.server";

    private Convention() {}
}
