/** The client that the official conformance suite drives; being a module, it sees only what the library exports. */
module dev.fairlead.conformance {
    requires dev.fairlead.auth;
    requires dev.fairlead.client;
    requires java.net.http;
    requires static org.jspecify;
}
