/** The loop between a language model and the tools of a host, and the models. */
module dev.fairlead.agent {
    requires transitive dev.fairlead.host;
    requires static transitive org.jspecify;

    exports dev.fairlead.agent;
    exports dev.fairlead.agent.demo;
    exports dev.fairlead.agent.model;
    exports dev.fairlead.agent.provider;
    exports dev.fairlead.agent.tool;
}
