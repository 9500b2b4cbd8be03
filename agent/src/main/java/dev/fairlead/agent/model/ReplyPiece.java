package dev.fairlead.agent.model;

/** What comes out of a model while it answers. */
public sealed interface ReplyPiece {

    /** More of a text. */
    record TextDelta(String text) implements ReplyPiece {}

    /** More of a thought. */
    record ThinkingDelta(String text) implements ReplyPiece {}

    /**
     * A part is whole. For text and thoughts, all that the deltas since the last whole part have brought, with its
     * keepsake; the parts together, in order, are the turn.
     */
    record Whole(Part part) implements ReplyPiece {}

    /** The answer is over; the last piece. */
    record End(Usage usage, ReplyEnd end) implements ReplyPiece {}
}
