/** The vocabulary of MCP: JSON-RPC messages, the records of all revisions, and every way to fail. */
module dev.fairlead.protocol {
    requires transitive tools.jackson.databind;
    requires static transitive org.jspecify;

    exports dev.fairlead.protocol;
    exports dev.fairlead.protocol.error;
    exports dev.fairlead.protocol.rpc;
}
