package dev.fairlead.protocol.rpc;

import java.util.Arrays;

/**
 * Looks over the objects that nobody may ever look into, just as reading them would, and makes nothing of them. Its methods
 * take the position where something begins and return the one behind it, which is quicker than to keep it in {@link QuickText}.
 */
final class QuickPass {
    // More names in one object would make the search for duplicates slow.
    private static final int MOST_NAMES = 256;

    private final byte[] bytes;
    private final int end;
    private final QuickText text;
    private final QuickReader reader;
    private final ValueBudget budget;
    private long[] names = new long[0]; // marks of the names of each object that is being looked over, outermost first
    private int named;

    /** Leaves strings that are not plain to {@code text}, and numbers and constants to {@code reader}, with which it shares the budget. */
    QuickPass(byte[] bytes, int end, QuickText text, QuickReader reader, ValueBudget budget) {
        this.bytes = bytes;
        this.end = end;
        this.text = text;
        this.reader = reader;
        this.budget = budget;
    }

    /** Looks over an object whose brace has been passed. */
    int object(int start, int depth) {
        QuickText.require(depth < Json.MAX_DEPTH && budget.container());
        int own = named;
        int i = space(start);
        if (at(i) == '}') {
            return i + 1;
        }
        while (true) {
            QuickText.require(at(i) == '"' && budget.name());
            i = space(name(i + 1, own));
            QuickText.require(at(i) == ':');
            i = space(value(space(i + 1), depth + 1));
            byte mark = at(i);
            if (mark == '}') {
                named = own;
                return i + 1;
            }
            QuickText.require(mark == ',');
            i = space(i + 1);
        }
    }

    private int array(int start, int depth) {
        QuickText.require(depth < Json.MAX_DEPTH && budget.container());
        int i = space(start);
        if (at(i) == ']') {
            return i + 1;
        }
        while (true) {
            i = space(value(i, depth + 1));
            byte mark = at(i);
            if (mark == ']') {
                return i + 1;
            }
            QuickText.require(mark == ',');
            i = space(i + 1);
        }
    }

    private int value(int start, int depth) {
        byte first = at(start);
        return switch (first) {
            case '"' -> string(start + 1);
            case '{' -> object(start + 1, depth);
            case '[' -> array(start + 1, depth);
            default -> other(start, first, depth);
        };
    }

    private int other(int start, byte first, int depth) {
        text.moveTo(start + 1);
        reader.value(first, depth);
        return text.position();
    }

    private int string(int start) {
        QuickText.require(budget.value());
        int stop = Words.passPlain(bytes, start, end);
        if (at(stop) == '"') {
            return stop + 1;
        }
        text.moveTo(start);
        text.passString();
        return text.position();
    }

    /** Looks over a name of the object whose names begin at {@code own}. */
    private int name(int start, int own) {
        int stop = Words.passPlain(bytes, start, end);
        if (at(stop) == '"') {
            QuickText.require(stop - start <= QuickReader.LONGEST_NAME);
            note(Words.mark(bytes, start, stop), own);
            return stop + 1;
        }
        text.moveTo(start);
        note(text.passName(QuickReader.LONGEST_NAME), own);
        return text.position();
    }

    /** Notes a name; two that are the same have the same mark. */
    private void note(long name, int own) {
        QuickText.require(named - own < MOST_NAMES);
        for (int i = own; i < named; i++) {
            QuickText.require(names[i] != name);
        }
        if (named == names.length) {
            names = Arrays.copyOf(names, Math.max(64, 2 * named));
        }
        names[named++] = name;
    }

    private int space(int start) {
        int i = start;
        while (QuickText.isSpace(at(i))) {
            i++;
        }
        return i;
    }

    /** Returns the byte at a position; zero, which stands nowhere in JSON, at the end. */
    private byte at(int i) {
        return i < end ? bytes[i] : 0;
    }
}
