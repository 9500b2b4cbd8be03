package dev.fairlead.agent.tool;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What became of the schema of a tool on its way to a model. */
public sealed interface Projected {

    /**
     * The model can be told.
     *
     * @param schema what it is told; not to be modified
     * @param changes all that is different from what the server says; none if it is the same
     */
    record Fit(ObjectNode schema, List<SchemaChange> changes) implements Projected {
        /** Keeps a copy of the list. */
        public Fit {
            changes = List.copyOf(changes);
        }
    }

    /**
     * The tool cannot be offered.
     *
     * @param reason why, in a sentence that is fit to be shown
     */
    record Unfit(String reason) implements Projected {}
}
