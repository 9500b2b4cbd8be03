package dev.fairlead.client.interop;

import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.StdioTransport;

/** The ways to reach the published server that offers everything. */
enum Everything {
    STDIO,
    STREAMABLE_HTTP,
    HTTP_AND_SSE;

    /** Returns the transport to it, starting it first if it listens to all and is not there yet. */
    Transport reach(Connections connections) {
        return switch (this) {
            case STDIO -> StdioTransport.of(NodeServers.everything());
            case STREAMABLE_HTTP ->
                HttpTransport.to(connections
                        .shared(NodeServers.everythingByUrl("streamableHttp"))
                        .url("/mcp"));
            case HTTP_AND_SSE ->
                HttpTransport.to(
                        connections.shared(NodeServers.everythingByUrl("sse")).url("/sse"));
        };
    }
}
