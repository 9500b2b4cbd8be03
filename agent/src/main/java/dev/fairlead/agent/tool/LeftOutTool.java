package dev.fairlead.agent.tool;

import dev.fairlead.host.catalog.OfferedTool;

/**
 * A tool that a model is not told of.
 *
 * @param reason why, in a sentence that is fit to be shown
 */
public record LeftOutTool(OfferedTool tool, Cause cause, String reason) {

    /** Why a tool can be left out. */
    public enum Cause {
        /** It is switched off in the configuration. */
        DISABLED,
        /** The person did not choose it. */
        NOT_CHOSEN,
        /** The model cannot be told of it. */
        UNFIT,
        /** The model is told of as many tools as it takes. */
        TOO_MANY
    }
}
