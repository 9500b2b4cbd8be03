/** The {@code fairlead} command. */
module dev.fairlead.cli {
    requires dev.fairlead.auth;
    requires dev.fairlead.client;
    requires dev.fairlead.host;
    requires dev.fairlead.store;
    requires dev.fairlead.testkit;
    requires info.picocli;
    requires java.logging;
    requires org.commonmark;
    requires org.commonmark.ext.gfm.tables;
    requires org.jline;
    requires static org.jspecify;

    opens dev.fairlead.cli to
            info.picocli;
    opens dev.fairlead.cli.codegen to
            info.picocli;
    opens dev.fairlead.cli.completion to
            info.picocli;
    opens dev.fairlead.cli.config to
            info.picocli;
    opens dev.fairlead.cli.data to
            info.picocli;
    opens dev.fairlead.cli.doctor to
            info.picocli;
    opens dev.fairlead.cli.frame to
            info.picocli;
    opens dev.fairlead.cli.info to
            info.picocli;
    opens dev.fairlead.cli.login to
            info.picocli;
    opens dev.fairlead.cli.recording to
            info.picocli;
    opens dev.fairlead.cli.policy to
            info.picocli;
    opens dev.fairlead.cli.search to
            info.picocli;
    opens dev.fairlead.cli.server to
            info.picocli;
    opens dev.fairlead.cli.shell to
            info.picocli;
    opens dev.fairlead.cli.task to
            info.picocli;
    opens dev.fairlead.cli.tool to
            info.picocli;
    opens dev.fairlead.cli.watch to
            info.picocli;
}
