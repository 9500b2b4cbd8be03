/** Carries JSON-RPC messages to one server. Knows no MCP. */
module dev.fairlead.wire {
    requires transitive dev.fairlead.protocol;
    requires static org.jspecify;
    requires jdk.net;
    requires okhttp3;
    requires okio;

    exports dev.fairlead.wire;
    exports dev.fairlead.wire.http;
    exports dev.fairlead.wire.stdio;
}
