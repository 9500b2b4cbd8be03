package dev.fairlead.testkit;

import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a server presents itself.
 *
 * @param versions newest first
 * @param pollInterval the pace at which tasks want to be asked for; null if there are no tasks
 */
record Offer(
        Implementation info,
        List<ProtocolVersion> versions,
        @Nullable String instructions,
        int pageSize,
        CacheHint cache,
        boolean logging,
        @Nullable Duration pollInterval,
        Catalogue catalogue) {
    static final String TASKS = "io.modelcontextprotocol/tasks";

    Optional<ProtocolVersion> newest(Era era) {
        return versions.stream().filter(version -> version.era() == era).findFirst();
    }

    boolean speaks(Era era) {
        return newest(era).isPresent();
    }

    /** Derives the capabilities from what there is. */
    ObjectNode capabilities(ProtocolVersion version) {
        var json = Json.object();
        if (!catalogue.tools().isEmpty()) {
            json.putObject("tools").put("listChanged", true);
        }
        if (!catalogue.prompts().isEmpty()) {
            json.putObject("prompts").put("listChanged", true);
        }
        if (!catalogue.resources().isEmpty() || !catalogue.templates().isEmpty()) {
            json.putObject("resources").put("subscribe", true).put("listChanged", true);
        }
        if (catalogue.completer() != null && version.hasCompletionsCapability()) {
            json.putObject("completions");
        }
        if (logging) {
            json.putObject("logging");
        }
        if (pollInterval != null && version.era() == Era.MODERN) {
            json.putObject("extensions").putObject(TASKS);
        } else if (pollInterval != null && version.hasTasks()) {
            var tasks = json.putObject("tasks");
            tasks.putObject("list");
            tasks.putObject("cancel");
            tasks.putObject("requests").putObject("tools").putObject("call");
        }
        return json;
    }
}
