package dev.fairlead.agent.tool;

import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.host.catalog.OfferedTool;
import java.util.List;

/**
 * A tool that a model can ask for.
 *
 * @param spec what the model is told
 * @param tool what the host calls
 * @param changes how what the model is told differs from what the server says
 * @param tokens roughly what telling the model costs in every request
 */
public record HeldTool(ToolSpec spec, OfferedTool tool, List<SchemaChange> changes, int tokens) {
    /** Keeps a copy. */
    public HeldTool {
        changes = List.copyOf(changes);
    }
}
