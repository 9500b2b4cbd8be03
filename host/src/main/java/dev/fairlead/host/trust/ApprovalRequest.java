package dev.fairlead.host.trust;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The question whether a tool may be called. All texts in it come from a server or a model and are not fit to be shown
 * as they are.
 *
 * @param principal on whose behalf; null for the host's own
 * @param server by its configured name
 * @param serverIs what the server was when it was asked; see {@link Grants#identity}
 * @param definition what is approved by an answer that allows: this one and no other
 * @param arguments a copy of what it would be called with
 * @param reason why it is asked
 * @param ruled whether somebody decided that calls of it are asked about, each of them; else nobody decided anything
 * @param ruledItself whether that was decided of this very tool, so that what is decided of its server does not change it
 * @param forGood whether it may be allowed for good without a separate confirmation
 */
public record ApprovalRequest(
        @Nullable String principal,
        String server,
        String serverIs,
        ToolDefinition definition,
        ObjectNode arguments,
        Reason reason,
        boolean ruled,
        boolean ruledItself,
        boolean forGood) {

    /** Why somebody is asked. */
    public sealed interface Reason {

        /** The tool was never approved. */
        record FirstUse() implements Reason {}

        /** The tool is not what was approved. */
        record Changed(DefinitionDiff diff) implements Reason {}

        /** The tool is what was approved, and calls of it are not allowed without asking. */
        record Rule() implements Reason {}
    }
}
