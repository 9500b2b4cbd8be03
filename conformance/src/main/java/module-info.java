/** The client that the official conformance suite drives; being a module, it sees only what the library exports. */
module dev.fairlead.conformance {
    requires dev.fairlead.client;
    requires static org.jspecify;
}
