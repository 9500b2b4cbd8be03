/** Small programs that show one thing each. */
module dev.fairlead.examples {
    requires dev.fairlead.agent;
    requires dev.fairlead.auth;
    requires dev.fairlead.client;
    requires dev.fairlead.host;
    requires dev.fairlead.testkit;
    requires static org.jspecify;
}
