/** The local web console: what stands behind its page. */
module dev.fairlead.console {
    requires jdk.httpserver;

    // For what the JDK's server would log of addresses with tokens.
    requires java.logging;
    requires transitive dev.fairlead.agent;
    requires static transitive org.jspecify;

    exports dev.fairlead.console;
    exports dev.fairlead.console.model;
    exports dev.fairlead.console.policy;
}
