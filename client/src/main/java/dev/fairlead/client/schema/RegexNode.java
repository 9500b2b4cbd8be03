package dev.fairlead.client.schema;

import java.util.List;
import java.util.function.IntPredicate;

/** A part of a parsed regular expression. */
sealed interface RegexNode {

    /** One code point of a set. */
    record One(IntPredicate set) implements RegexNode {}

    /** Parts one after the other; none matches the empty text. */
    record Sequence(List<RegexNode> parts) implements RegexNode {}

    /** Alternatives, tried in order. */
    record Choice(List<RegexNode> options) implements RegexNode {}

    /** A numbered group. */
    record Capture(int group, RegexNode body) implements RegexNode {}

    /** A quantified part. */
    record Repeat(RegexNode body, int min, int max, boolean greedy) implements RegexNode {}

    /** A condition on the place between two code points. */
    record Anchor(Place place) implements RegexNode {}

    /** A look ahead or behind. */
    record Look(RegexNode body, boolean ahead, boolean negated) implements RegexNode {}

    /** The text of a numbered group again. */
    record Back(int group, boolean ignoreCase) implements RegexNode {}

    /** The places that an anchor can name. */
    enum Place {
        START,
        END,
        LINE_START,
        LINE_END,
        WORD_EDGE,
        NO_WORD_EDGE
    }
}
