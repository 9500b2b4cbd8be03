package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.protocol.Tool;
import java.util.List;

/** Finds tools by what was typed. */
public final class ToolNames {
    private ToolNames() {}

    /** Returns the tool of exactly that name; where there is none, what may have been meant is said and not taken. */
    public static Tool find(String name, List<Tool> tools, String server) {
        return tools.stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow(() -> UsageException.missing(
                        "tool-not-found",
                        "server '%s' has no tool '%s'; %s"
                                .formatted(
                                        server,
                                        name,
                                        Suggestion.among(
                                                name,
                                                tools.stream().map(Tool::name).toList()))));
    }
}
