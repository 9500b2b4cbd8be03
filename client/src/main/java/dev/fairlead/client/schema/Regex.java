package dev.fairlead.client.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * A regular expression of ECMA-262 whose search can be stopped at every step.
 *
 * <p>{@code java.util.regex} backtracks without end and cannot be interrupted: even a text that counts its own reads does
 * not stop an expression that backtracks at the end of the text, where nothing is read. Here every step of the search,
 * reading or not, counts on a {@link Meter}, and backtracking uses a bounded stack of its own instead of the thread's.
 *
 * <p>Beyond ECMA-262 it understands what servers in other languages send: {@code \A}, {@code \z}, {@code \Z},
 * {@code (?P<name>…)} and the flags {@code (?ims)}.
 */
final class Regex {

    /** The longest pattern; the longest in use, for e-mail addresses, have 500 characters. */
    static final int MAX_LENGTH = 4_096;

    private final List<RegexStep> program;
    private final int registers;
    private final boolean anchored;

    Regex(List<RegexStep> program, int registers, boolean anchored) {
        this.program = List.copyOf(program);
        this.registers = registers;
        this.anchored = anchored;
    }

    /**
     * Compiles a pattern.
     *
     * @throws SyntaxException if the pattern is not a regular expression or longer than {@value #MAX_LENGTH} characters
     */
    static Regex compile(String pattern) {
        if (pattern.length() > MAX_LENGTH) {
            throw new SyntaxException("has a pattern longer than " + MAX_LENGTH + " characters");
        }
        RegexParser parser = new RegexParser(pattern);
        RegexNode root = parser.parse();
        return new RegexCompiler(parser.groups()).compile(root);
    }

    /** Tells whether the expression matches anywhere in a text. */
    boolean find(String text, Meter meter) {
        RegexSearch search = new RegexSearch(text, new int[registers], meter);
        int start = 0;
        while (true) {
            if (search.matches(program, start, RegexSearch.ANY_END)) {
                return true;
            }
            if (anchored || start >= text.length()) {
                return false;
            }
            start += Character.charCount(text.codePointAt(start));
        }
    }

    /** The report that a pattern is not a regular expression. */
    static final class SyntaxException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message);
        }
    }

    /** The first part of an expression, if it has one. */
    static List<RegexNode> leading(RegexNode node) {
        return switch (node) {
            case RegexNode.Sequence sequence
            when !sequence.parts().isEmpty() -> leading(sequence.parts().getFirst());
            case RegexNode.Capture capture -> leading(capture.body());
            case RegexNode.Choice choice -> {
                List<RegexNode> all = new ArrayList<>();
                choice.options().forEach(option -> all.addAll(leading(option)));
                yield all;
            }
            default -> List.of(node);
        };
    }
}
