/** Many servers, one catalogue, supervised. */
module dev.fairlead.host {
    requires transitive dev.fairlead.auth;
    requires transitive dev.fairlead.client;
    requires transitive dev.fairlead.store;
    requires org.snakeyaml.engine;
    requires tools.jackson.dataformat.toml;
    requires tools.jackson.dataformat.yaml;
    requires static io.opentelemetry.api;
    requires static io.opentelemetry.context;
    requires static micrometer.core;
    requires static transitive org.jspecify;

    exports dev.fairlead.host;
    exports dev.fairlead.host.catalog;
    exports dev.fairlead.host.config;
    exports dev.fairlead.host.event;
    exports dev.fairlead.host.metrics;
    exports dev.fairlead.host.recording;
    exports dev.fairlead.host.trust;
}
