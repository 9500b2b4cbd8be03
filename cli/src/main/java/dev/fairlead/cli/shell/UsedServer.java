package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which server lines are about that name none.
 *
 * @param server as it was typed after {@code use}; empty for none
 * @param asked whether that is what somebody wanted to know
 */
record UsedServer(List<String> server, boolean asked) implements Outcome {

    @Override
    public void show(Page page) {
        if (asked) {
            page.line(server.isEmpty() ? "none" : String.join(" ", server));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("current", server.isEmpty() ? null : String.join(" ", server));
    }
}
