/** Scripted MCP servers of both eras, for tests, and the demo server. */
module dev.fairlead.testkit {
    requires transitive dev.fairlead.protocol;
    requires transitive dev.fairlead.wire;
    requires static org.jspecify;
    requires static org.junit.jupiter.params;

    // For what is logged while a test runs.
    requires java.logging;

    // The server that ignores SIGTERM has no other way to do so.
    requires jdk.unsupported;

    exports dev.fairlead.testkit;
    exports dev.fairlead.testkit.auth;
    exports dev.fairlead.testkit.http;
    exports dev.fairlead.testkit.node;
}
