package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.ServerProfile;
import tools.jackson.databind.node.ObjectNode;

/** A server that was added, and that answers. */
public record Checked(Changes changes, ServerProfile server) implements Outcome {
    @Override
    public void show(Page page) {
        var who = server.implementation();
        page.line("it answers: %s, MCP %s"
                .formatted(
                        who == null ? "without a name" : who.name() + " " + who.version(),
                        server.version().id()));
        changes.showNext(page);
    }

    @Override
    public void tell(ObjectNode document) {
        changes.tell(document);
    }
}
