package dev.fairlead.client.schema;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** The state of one search: a position, registers, and a stack of the ways not yet tried. */
final class RegexSearch {

    /** Stands for "the match may end anywhere". */
    static final int ANY_END = -1;

    /** Entries of the stack, of 16 bytes each. */
    private static final int MAX_ENTRIES = 1 << 19;

    private static final int ENTRY = 4;

    // Kinds of entry: put a register back; go on at an instruction; go on with a shorter run.
    private static final int UNDO = 0;
    private static final int RESUME = 1;
    private static final int SHORTEN = 2;

    private final String text;
    private final int[] registers;
    private final Meter meter;
    private int[] stack = new int[16 * ENTRY];
    private int top;
    private int position;
    private int requiredEnd = ANY_END;

    RegexSearch(String text, int[] registers, Meter meter) {
        this.text = text;
        this.registers = registers;
        this.meter = meter;
    }

    /** Tells whether a program matches from one position, up to another if one is given. */
    boolean matches(List<RegexStep> program, int start, int end) {
        top = 0;
        position = start;
        requiredEnd = end;
        int next = 0;
        while (next != RegexStep.DONE) {
            meter.tick();
            next = program.get(next).run(this, next);
            if (next == RegexStep.FAIL) {
                next = backtrack();
                if (next == RegexStep.FAIL) {
                    return false;
                }
            }
        }
        return true;
    }

    int position() {
        return position;
    }

    int get(int register) {
        return registers[register];
    }

    void set(int register, int value) {
        push(UNDO, register, registers[register], 0);
        registers[register] = value;
    }

    boolean isAcceptableEnd() {
        return requiredEnd == ANY_END || requiredEnd == position;
    }

    boolean read(IntPredicate set) {
        if (position >= text.length()) {
            return false;
        }
        meter.tick();
        int codePoint = text.codePointAt(position);
        if (!set.test(codePoint)) {
            return false;
        }
        position += Character.charCount(codePoint);
        return true;
    }

    boolean readAgain(int register, boolean ignoreCase) {
        int from = registers[register];
        int length = registers[register + 1] - from;
        if (length <= 0) {
            return true;
        }
        meter.look();
        meter.expect(length);
        if (!text.regionMatches(ignoreCase, from, text, position, length)) {
            return false;
        }
        position += length;
        return true;
    }

    /** Remembers another way to go on from here. */
    void offer(int instruction) {
        if (instruction != RegexStep.FAIL) {
            push(RESUME, instruction, position, 0);
        }
    }

    /** Remembers that the run just read may also end earlier, down to a least position. */
    void offerShorter(int instruction, int least) {
        if (position > least) {
            push(SHORTEN, instruction, position, least);
        }
    }

    boolean isAt(RegexNode.Place place) {
        return switch (place) {
            case START -> position == 0;
            case END -> position == text.length();
            case LINE_START -> position == 0 || RegexSets.isLineEnd(text.charAt(position - 1));
            case LINE_END -> position == text.length() || RegexSets.isLineEnd(text.charAt(position));
            case WORD_EDGE -> isWordAt(position - 1) != isWordAt(position);
            case NO_WORD_EDGE -> isWordAt(position - 1) == isWordAt(position);
        };
    }

    private boolean isWordAt(int index) {
        return index >= 0 && index < text.length() && RegexSets.isWord(text.charAt(index));
    }

    /** Tells whether a program matches ahead of or behind the position, and keeps its groups if it may. */
    boolean look(List<RegexStep> program, boolean ahead, boolean negated) {
        RegexSearch inner = new RegexSearch(text, registers.clone(), meter);
        boolean found = ahead ? inner.matches(program, position, ANY_END) : inner.matchesUpTo(program, position);
        if (found && !negated) {
            for (int register = 0; register < registers.length; register++) {
                if (registers[register] != inner.registers[register]) {
                    set(register, inner.registers[register]);
                }
            }
        }
        return found;
    }

    private boolean matchesUpTo(List<RegexStep> program, int end) {
        for (int start = end; start >= 0; start--) {
            if (!splitsPair(start) && matches(program, start, end)) {
                return true;
            }
        }
        return false;
    }

    private boolean splitsPair(int index) {
        return index > 0
                && index < text.length()
                && Character.isSurrogatePair(text.charAt(index - 1), text.charAt(index));
    }

    private int backtrack() {
        while (top > 0) {
            meter.tick();
            top -= ENTRY;
            int kind = stack[top];
            int first = stack[top + 1];
            int second = stack[top + 2];
            if (kind == UNDO) {
                registers[first] = second;
            } else if (kind == RESUME) {
                position = second;
                return first;
            } else {
                position = second - Character.charCount(text.codePointBefore(second));
                offerShorter(first, stack[top + 3]);
                return first;
            }
        }
        return RegexStep.FAIL;
    }

    private void push(int kind, int first, int second, int third) {
        if (top == stack.length) {
            if (top >= MAX_ENTRIES * ENTRY) {
                throw new OverBudget("a pattern needs more than " + MAX_ENTRIES + " steps back");
            }
            stack = Arrays.copyOf(stack, 2 * top);
        }
        stack[top] = kind;
        stack[top + 1] = first;
        stack[top + 2] = second;
        stack[top + 3] = third;
        top += ENTRY;
    }
}
