package dev.fairlead.protocol.rpc;

import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * How many values one text may still bring. Two bytes of it are enough for a value, and three for an empty list, which takes fifty
 * and more in memory: so a text that is not too large could become twenty times as large when it is read.
 */
final class ValueBudget {
    // Far more than in any answer seen in the wild, which has text in it. The worst values, short texts under names of
    // their own, take some 80 bytes each, and reading them up to 50 more.
    private static final int MOST_ANYWHERE = 1_500_000;
    // Of a small heap no message takes more than an eighth while it is read: answers that nobody waits for any more may
    // still be read beside it.
    private static final int HEAP_FOR_EACH = 1024;

    static final int MOST = most(Runtime.getRuntime().maxMemory());
    // What an object or a list takes more than a plain value.
    static final int CONTAINER = 4;

    private int left;

    /** Returns how many values a message may have in a program whose heap may have so many bytes. */
    static int most(long heap) {
        return (int) Math.min(MOST_ANYWHERE, heap / HEAP_FOR_EACH);
    }

    /** Begins with what the text of somebody else may bring. */
    ValueBudget() {
        this(MOST);
    }

    private ValueBudget(int most) {
        this.left = most;
    }

    /** Begins with as much as anybody can have written down: for what this program wrote itself. */
    static ValueBudget ofOurOwn() {
        return new ValueBudget(Integer.MAX_VALUE);
    }

    /** Something that goes beyond the budget. */
    static final class ExceededException extends StreamConstraintsException {
        private static final long serialVersionUID = 1;

        private ExceededException(JsonParser parser) {
            super(
                    "more than %s values, of which an object or a list counts as %s and a name as one"
                            .formatted(MOST, CONTAINER),
                    parser.currentTokenLocation());
        }
    }

    /** Returns how much is left. */
    int left() {
        return left;
    }

    /** Takes back all that was taken since so much was left, as nothing of it is kept. */
    void takeBackTo(int left) {
        this.left = left;
    }

    /** Takes a plain value. Returns whether that was within the budget. */
    boolean value() {
        return --left >= 0;
    }

    /** Takes the name of a member and its place among the others, without its value. Returns whether that was within the budget. */
    boolean name() {
        return value();
    }

    /** Takes an object or a list, without what is in it. Returns whether that was within the budget. */
    boolean container() {
        left -= CONTAINER;
        return left >= 0;
    }

    /** Refuses what was beyond the budget. */
    static void require(boolean within, JsonParser parser) {
        if (!within) {
            throw new ExceededException(parser);
        }
    }
}
