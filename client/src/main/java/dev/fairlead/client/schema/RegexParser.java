package dev.fairlead.client.schema;

import dev.fairlead.client.schema.RegexNode.Anchor;
import dev.fairlead.client.schema.RegexNode.Back;
import dev.fairlead.client.schema.RegexNode.Capture;
import dev.fairlead.client.schema.RegexNode.Choice;
import dev.fairlead.client.schema.RegexNode.Look;
import dev.fairlead.client.schema.RegexNode.One;
import dev.fairlead.client.schema.RegexNode.Place;
import dev.fairlead.client.schema.RegexNode.Repeat;
import dev.fairlead.client.schema.RegexNode.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** The reader of regular expressions in the grammar of ECMA-262, with the {@code u} flag's view of code points. */
final class RegexParser {

    /** Groups within groups; reading and compiling them recurses. */
    private static final int MAX_NESTING = 50;

    private final RegexScanner in;
    private final Map<String, Integer> names = new HashMap<>();
    private final List<String> awaited = new ArrayList<>();
    private Flags flags = new Flags(false, false, false);
    private int groups;
    private int nesting;

    RegexParser(String pattern) {
        this.in = new RegexScanner(pattern);
        nameGroups();
    }

    /** Reads the whole pattern. */
    RegexNode parse() {
        RegexNode root = alternatives();
        if (!in.atEnd()) {
            throw in.error("an unmatched )");
        }
        return root;
    }

    /** How many numbered groups the pattern has. */
    int groups() {
        return groups;
    }

    // A name may be used before the group that bears it, so the names are collected first.
    private void nameGroups() {
        for (String name : in.groupNames()) {
            awaited.add(name);
            if (!name.isEmpty() && names.put(name, awaited.size()) != null) {
                throw in.error("two groups of the same name");
            }
        }
    }

    private RegexNode alternatives() {
        if (++nesting > MAX_NESTING) {
            throw in.error("more than " + MAX_NESTING + " groups within each other");
        }
        Flags outer = flags;
        List<RegexNode> options = new ArrayList<>();
        do {
            options.add(sequence());
        } while (in.accept('|'));
        flags = outer;
        nesting--;
        return options.size() == 1 ? options.getFirst() : choice(options);
    }

    private static RegexNode choice(List<RegexNode> options) {
        List<IntPredicate> sets = new ArrayList<>();
        for (RegexNode option : options) {
            if (option instanceof One one) {
                sets.add(one.set());
            }
        }
        // Single code points need no trying in turn.
        return sets.size() == options.size()
                ? new One(sets.stream().reduce(IntPredicate::or).orElseThrow())
                : new Choice(options);
    }

    private RegexNode sequence() {
        List<RegexNode> parts = new ArrayList<>();
        while (!in.atEnd() && !in.at('|') && !in.at(')')) {
            if (!flagsOnly()) {
                parts.add(quantified(atom()));
            }
        }
        return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
    }

    private boolean flagsOnly() {
        String letters = in.acceptFlags(')');
        if (letters.isEmpty()) {
            return false;
        }
        flags = flags.with(letters);
        return true;
    }

    private RegexNode quantified(RegexNode atom) {
        int min;
        int max;
        if (in.accept('*')) {
            min = 0;
            max = Integer.MAX_VALUE;
        } else if (in.accept('+')) {
            min = 1;
            max = Integer.MAX_VALUE;
        } else if (in.accept('?')) {
            min = 0;
            max = 1;
        } else if (in.atBounds()) {
            int[] bounds = in.bounds();
            min = bounds[0];
            max = bounds[1];
        } else {
            return atom;
        }
        if (atom instanceof Anchor || (atom instanceof Look look && !look.ahead())) {
            throw in.error("a quantifier after an assertion");
        }
        boolean greedy = !in.accept('?');
        if (in.at('*') || in.at('+') || in.at('?') || in.atBounds()) {
            throw in.error("nothing to repeat");
        }
        return new Repeat(atom, min, max, greedy);
    }

    private RegexNode atom() {
        if (in.at('(')) {
            return group();
        }
        if (in.at('*') || in.at('+') || in.at('?')) {
            throw in.error("nothing to repeat");
        }
        int next = in.next();
        return switch (next) {
            case '^' -> new Anchor(flags.multiline() ? Place.LINE_START : Place.START);
            case '$' -> new Anchor(flags.multiline() ? Place.LINE_END : Place.END);
            case '.' -> new One(flags.dotAll() ? any -> true : any -> !RegexSets.isLineEnd(any));
            case '[' -> one(in.characterClass());
            case '\\' -> escape();
            default -> one(codePoint -> codePoint == next);
        };
    }

    private RegexNode escape() {
        if (in.accept('b')) {
            return new Anchor(Place.WORD_EDGE);
        }
        if (in.accept('B')) {
            return new Anchor(Place.NO_WORD_EDGE);
        }
        if (in.accept('A')) {
            return new Anchor(Place.START);
        }
        if (in.accept('z') || in.accept('Z')) {
            return new Anchor(Place.END);
        }
        if (in.accept("k<")) {
            return named(in.until('>'));
        }
        if (in.atDigit() && !in.at('0')) {
            int number = in.number();
            if (number > awaited.size()) {
                throw in.error("a reference to a group that is not there");
            }
            return new Back(number, flags.ignoreCase());
        }
        return one(in.escapedSet());
    }

    private RegexNode named(String name) {
        Integer number = names.get(name);
        if (number == null) {
            throw in.error("a reference to a group that is not there");
        }
        return new Back(number, flags.ignoreCase());
    }

    private RegexNode group() {
        String letters = in.acceptFlags(':');
        if (!letters.isEmpty()) {
            Flags outer = flags;
            flags = flags.with(letters);
            RegexNode body = closed();
            flags = outer;
            return body;
        }
        if (in.accept("(?P=")) {
            return named(in.until(')'));
        }
        if (in.accept("(?:")) {
            return closed();
        }
        if (in.accept("(?=")) {
            return new Look(closed(), true, false);
        }
        if (in.accept("(?!")) {
            return new Look(closed(), true, true);
        }
        if (in.accept("(?<=")) {
            return new Look(closed(), false, false);
        }
        if (in.accept("(?<!")) {
            return new Look(closed(), false, true);
        }
        if (in.accept("(?<") || in.accept("(?P<")) {
            in.until('>');
            return new Capture(++groups, closed());
        }
        in.next();
        if (in.at('?')) {
            throw in.error("an unknown kind of group");
        }
        return new Capture(++groups, closed());
    }

    private RegexNode closed() {
        RegexNode body = alternatives();
        if (!in.accept(')')) {
            throw in.error("an unmatched (");
        }
        return body;
    }

    private One one(IntPredicate set) {
        return new One(flags.ignoreCase() ? RegexSets.ignoringCase(set) : set);
    }

    private record Flags(boolean ignoreCase, boolean multiline, boolean dotAll) {

        Flags with(String letters) {
            return new Flags(
                    ignoreCase || letters.indexOf('i') >= 0,
                    multiline || letters.indexOf('m') >= 0,
                    dotAll || letters.indexOf('s') >= 0);
        }
    }
}
