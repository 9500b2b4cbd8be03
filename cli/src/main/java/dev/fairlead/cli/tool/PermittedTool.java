package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.CallRules;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.protocol.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Finds the tool that is meant, and sees to it that it may be called. */
record PermittedTool(Visit visit, @Nullable Target target) {

    /** Finds it among those of the server, without asking whether it may be called. */
    Tool named(String name, List<Tool> tools) {
        return ToolNames.find(name, tools, label());
    }

    /** Refuses a tool that the configuration does not offer, or that somebody denied; asks where somebody wants that. */
    void check(Tool tool, ObjectNode arguments) {
        if (target != null && target.configured() != null) {
            var server = target.configured();
            var rules = new CallRules(visit);
            rules.record(server.name(), tool, arguments, () -> {
                if (target.offered(List.of(tool)).isEmpty()) {
                    throw UsageException.declined(
                            "tool '%s' of server '%s' is switched off in %s (includeTools, excludeTools or tools)"
                                    .formatted(tool.name(), label(), ConfiguredServers.place(server.origin())));
                }
                rules.check(server.name(), tool);
            });
        }
    }

    private String label() {
        return target == null ? "" : target.label();
    }
}
