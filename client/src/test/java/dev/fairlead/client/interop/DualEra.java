package dev.fairlead.client.interop;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.StdioTransport;

/** The ways to reach the server that speaks all revisions. */
enum DualEra {
    LEGACY_STDIO(ProtocolVersion.V2025_11_25),
    MODERN_STDIO(ProtocolVersion.V2026_07_28),
    /** Without a session: what takes more than one request, or the server's own initiative, does not work here. */
    LEGACY_HTTP(ProtocolVersion.V2025_11_25),
    MODERN_HTTP(ProtocolVersion.V2026_07_28);

    private final ProtocolVersion version;

    DualEra(ProtocolVersion version) {
        this.version = version;
    }

    ProtocolVersion version() {
        return version;
    }

    Era era() {
        return version.era();
    }

    Transport reach(Connections connections, String... options) {
        return switch (this) {
            case LEGACY_STDIO, MODERN_STDIO -> StdioTransport.of(NodeServers.dualEra(options));
            case LEGACY_HTTP, MODERN_HTTP ->
                HttpTransport.to(
                        connections.start(NodeServers.dualEraByUrl(options)).url("/mcp"));
        };
    }
}
