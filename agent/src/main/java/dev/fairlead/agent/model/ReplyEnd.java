package dev.fairlead.agent.model;

/**
 * Why a model stopped.
 *
 * @param detail the provider's own word for it
 */
public record ReplyEnd(Reason reason, String detail) {

    /** Reasons to stop. */
    public enum Reason {
        /** It has said what it had to say. */
        DONE,
        /** It waits for the tools that it asked for. */
        TOOLS,
        /** Its answer became too long. */
        LENGTH,
        /** It will not, or may not, say this. */
        REFUSED,
        /** What it asked for cannot be read as a call. */
        MALFORMED_CALL,
        /** We do not know this reason. */
        OTHER
    }
}
