package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Usage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An answer while it comes in: turns what was read into pieces, and deltas into whole parts. */
final class ReplyDraft {
    private static final int MOST_CHARACTERS = 32 * 1024 * 1024;
    private static final int MOST_CALLS = 1_000;

    private enum Open {
        NOTHING,
        TEXT,
        THINKING
    }

    private final Supplier<String> newIds;
    private final Set<String> ids = new HashSet<>();
    private final StringBuilder words = new StringBuilder();
    private Open open = Open.NOTHING;
    private List<ReplyPiece> pieces = new ArrayList<>();
    private long characters;
    private boolean begun;
    private boolean ended;

    /** Begins; the ids are for calls that come without one. */
    ReplyDraft(Supplier<String> newIds) {
        this.newIds = newIds;
    }

    /** Adds words; a thought before them is whole. */
    void text(String more) throws BadReplyException {
        words(Open.TEXT, more);
    }

    /** Adds to a thought; a text before it is whole. */
    void thinking(String more) throws BadReplyException {
        words(Open.THINKING, more);
    }

    /** Makes the open text or thought whole, if there is one. */
    void close(@Nullable Keepsake keepsake) {
        switch (open) {
            case TEXT -> whole(new Part.Text(words.toString(), keepsake));
            case THINKING -> whole(new Part.Thinking(words.toString(), keepsake));
            case NOTHING -> {}
        }
        open = Open.NOTHING;
        words.setLength(0);
    }

    /** Makes the thought whole, which exists for its keepsake even where no words of it came. */
    void closeThinking(@Nullable Keepsake keepsake) {
        if (open == Open.THINKING) {
            close(keepsake);
        } else if (keepsake != null) {
            close(null);
            whole(new Part.Thinking("", keepsake));
        }
    }

    /** Adds a call; what was open before it is whole. */
    void call(CallDraft draft, @Nullable Keepsake keepsake) throws BadReplyException {
        if (ids.size() >= MOST_CALLS) {
            throw new BadReplyException("the answer asks for more than %s calls".formatted(MOST_CALLS));
        }
        close(null);
        String id = draft.id().isEmpty() || ids.contains(draft.id()) ? newIds.get() : draft.id();
        ids.add(id);
        whole(draft.whole(id, keepsake));
    }

    /** Adds a part that came whole; what was open before it is whole. */
    void part(Part part) {
        close(null);
        whole(part);
    }

    /** Counts what was read but is not in a piece yet. */
    void count(int more) throws BadReplyException {
        characters += more;
        if (characters > MOST_CHARACTERS) {
            throw new BadReplyException("the answer has more than %s characters".formatted(MOST_CHARACTERS));
        }
    }

    /** Ends the answer. */
    void end(Usage usage, ReplyEnd.Reason reason, String detail) {
        close(null);
        pieces.add(new ReplyPiece.End(usage, new ReplyEnd(reason, ReplyJson.excerpt(detail))));
        ended = true;
    }

    /** Tells whether there was any call. */
    boolean hasCalls() {
        return !ids.isEmpty();
    }

    /** Tells whether text is being added to. */
    boolean inText() {
        return open == Open.TEXT;
    }

    /** Tells whether a thought is being added to. */
    boolean inThinking() {
        return open == Open.THINKING;
    }

    /** Tells whether anything has come. */
    boolean begun() {
        return begun;
    }

    /** Tells whether the end has been read. */
    boolean ended() {
        return ended;
    }

    /** Returns the pieces since the last time. */
    List<ReplyPiece> take() {
        var taken = pieces;
        pieces = new ArrayList<>();
        return taken;
    }

    private void words(Open kind, String more) throws BadReplyException {
        if (more.isEmpty()) {
            return;
        }
        count(more.length());
        if (open != kind) {
            close(null);
        }
        open = kind;
        begun = true;
        words.append(more);
        pieces.add(kind == Open.TEXT ? new ReplyPiece.TextDelta(more) : new ReplyPiece.ThinkingDelta(more));
    }

    private void whole(Part part) {
        begun = true;
        pieces.add(new ReplyPiece.Whole(part));
    }
}
