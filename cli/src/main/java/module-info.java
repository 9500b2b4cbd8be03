/** The {@code fairlead} command. */
module dev.fairlead.cli {
    requires dev.fairlead.auth;
    requires dev.fairlead.client;
    requires dev.fairlead.testkit;
    requires info.picocli;
    requires static org.jspecify;

    opens dev.fairlead.cli to
            info.picocli;
}
