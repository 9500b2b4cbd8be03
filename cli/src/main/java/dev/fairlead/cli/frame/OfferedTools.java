package dev.fairlead.cli.frame;

import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.catalog.Listing;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.Tool;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tools of a configured server that its configuration offers. */
final class OfferedTools {
    private OfferedTools() {}

    static List<Tool> of(ServerConfig server, List<Tool> tools) {
        var listing = new Listing(tools, List.of(), List.of(), List.of());
        var offered = Catalog.of(Map.of(server.name(), listing), Map.of(server.name(), server.tools())).tools().stream()
                .map(OfferedTool::definition)
                .map(Tool::name)
                .collect(Collectors.toSet());
        return tools.stream().filter(tool -> offered.contains(tool.name())).toList();
    }
}
