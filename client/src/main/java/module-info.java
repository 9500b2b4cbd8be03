/** One connection to one MCP server, typed and blind to eras. */
@SuppressWarnings("module") // The one who shares the schemas is compiled later.
module dev.fairlead.client {
    requires transitive dev.fairlead.wire;
    requires com.networknt.schema;
    requires static io.opentelemetry.api;
    requires static io.opentelemetry.context;
    requires static org.jspecify;

    exports dev.fairlead.client;
    exports dev.fairlead.client.handler;
    exports dev.fairlead.client.schema to
            dev.fairlead.console;
}
