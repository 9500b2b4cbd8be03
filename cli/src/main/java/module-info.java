/** The {@code fairlead} command. */
module dev.fairlead.cli {
    requires dev.fairlead.agent;
    requires dev.fairlead.auth;
    requires dev.fairlead.client;
    requires dev.fairlead.console;
    requires dev.fairlead.host;
    requires dev.fairlead.store;
    requires dev.fairlead.testkit;
    requires info.picocli;
    requires java.logging;
    requires org.commonmark;
    requires org.commonmark.ext.gfm.tables;
    requires org.jline;
    requires static org.jspecify;
}
