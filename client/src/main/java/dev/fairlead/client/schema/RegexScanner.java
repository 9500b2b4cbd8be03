package dev.fairlead.client.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The characters of a pattern, read one after the other, and the sets they spell. */
final class RegexScanner {

    // Each of these looks at a handful of characters, so none can run away.
    private static final Pattern BOUNDS = Pattern.compile("\\{(\\d{1,9})\\d*+(?:(,)(?:(\\d{1,9})\\d*+)?)?\\}");
    private static final Pattern FLAGS = Pattern.compile("\\(\\?([imsu]{1,4})([:)])");

    private final String pattern;
    private int position;

    RegexScanner(String pattern) {
        this.pattern = pattern;
    }

    boolean atEnd() {
        return position >= pattern.length();
    }

    boolean at(char expected) {
        return !atEnd() && pattern.charAt(position) == expected;
    }

    boolean atDigit() {
        return !atEnd() && RegexSets.isDigit(pattern.charAt(position));
    }

    boolean accept(char expected) {
        if (at(expected)) {
            position++;
            return true;
        }
        return false;
    }

    boolean accept(String expected) {
        if (pattern.startsWith(expected, position)) {
            position += expected.length();
            return true;
        }
        return false;
    }

    int next() {
        if (atEnd()) {
            throw error("an unexpected end");
        }
        int codePoint = pattern.codePointAt(position);
        position += Character.charCount(codePoint);
        return codePoint;
    }

    String until(char end) {
        int index = pattern.indexOf(end, position);
        if (index <= position) {
            throw error("a name that does not end");
        }
        String name = pattern.substring(position, index);
        position = index + 1;
        return name;
    }

    int number() {
        int value = 0;
        while (atDigit() && value < 100_000) {
            value = 10 * value + (next() - '0');
        }
        return value;
    }

    /** The names of all numbered groups in order, empty for those without a name. */
    List<String> groupNames() {
        List<String> names = new ArrayList<>();
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (inClass) {
                inClass = c != ']';
            } else if (c == '[') {
                inClass = true;
            } else if (c == '(' && !pattern.startsWith("(?", i)) {
                names.add("");
            } else if (pattern.startsWith("(?<", i) || pattern.startsWith("(?P<", i)) {
                int from = pattern.indexOf('<', i) + 1;
                int to = pattern.indexOf('>', from);
                boolean look = pattern.startsWith("=", from) || pattern.startsWith("!", from);
                if (!look && to > from) {
                    names.add(pattern.substring(from, to));
                }
            }
        }
        return names;
    }

    /** Reads flags in parentheses that end as given, and returns their letters; empty if there are none here. */
    String acceptFlags(char end) {
        Matcher matcher = FLAGS.matcher(pattern).region(position, pattern.length());
        if (!matcher.lookingAt() || matcher.group(2).charAt(0) != end) {
            return "";
        }
        position = matcher.end();
        return matcher.group(1);
    }

    /** Tells whether a quantifier in braces comes next; other braces stand for themselves. */
    boolean atBounds() {
        return at('{') && bounds(position) != null;
    }

    /** Reads a quantifier in braces. */
    int[] bounds() {
        Matcher matcher = Objects.requireNonNull(bounds(position));
        int min = Integer.parseInt(matcher.group(1));
        String upper = matcher.group(3);
        int max = upper == null ? (matcher.group(2) == null ? min : Integer.MAX_VALUE) : Integer.parseInt(upper);
        if (max < min) {
            throw error("a quantifier that ends before it begins");
        }
        position = matcher.end();
        return new int[] {min, max};
    }

    private @Nullable Matcher bounds(int from) {
        Matcher matcher = BOUNDS.matcher(pattern).region(from, pattern.length());
        return matcher.lookingAt() ? matcher : null;
    }

    /** Reads the rest of a class in brackets. */
    IntPredicate characterClass() {
        boolean negated = accept('^');
        IntPredicate set = codePoint -> false;
        while (!accept(']')) {
            Member first = member();
            if (at('-') && !pattern.startsWith("-]", position) && first.isSingle()) {
                next();
                Member last = member();
                set = set.or(
                        last.isSingle()
                                ? range(first, last)
                                : first.set().or(c -> c == '-').or(last.set()));
            } else {
                set = set.or(first.set());
            }
        }
        return negated ? set.negate() : set;
    }

    private IntPredicate range(Member first, Member last) {
        int low = first.single();
        int high = last.single();
        if (high < low) {
            throw error("a range that ends before it begins");
        }
        return codePoint -> codePoint >= low && codePoint <= high;
    }

    private Member member() {
        int next = next();
        if (next != '\\') {
            return Member.of(next);
        }
        return accept('b') ? Member.of('\b') : escaped();
    }

    /** Reads what follows a backslash as a set. */
    IntPredicate escapedSet() {
        return escaped().set();
    }

    private Member escaped() {
        int next = next();
        return switch (next) {
            case 'd' -> Member.of(RegexSets::isDigit);
            case 'D' -> Member.of(c -> !RegexSets.isDigit(c));
            case 'w' -> Member.of(RegexSets::isWord);
            case 'W' -> Member.of(c -> !RegexSets.isWord(c));
            case 's' -> Member.of(RegexSets::isSpace);
            case 'S' -> Member.of(c -> !RegexSets.isSpace(c));
            case 'p' -> Member.of(property());
            case 'P' -> Member.of(property().negate());
            case 't' -> Member.of('\t');
            case 'n' -> Member.of('\n');
            case 'r' -> Member.of('\r');
            case 'f' -> Member.of('\f');
            case 'v' -> Member.of(0x0b);
            case '0' -> Member.of(0);
            case 'c' -> Member.of(next() & 0x1f);
            case 'x' -> Member.of(hex(2));
            case 'u' -> Member.of(unicode());
            default -> {
                if (Character.isLetterOrDigit(next)) {
                    throw error("the unknown escape \\" + Character.toString(next));
                }
                yield Member.of(next);
            }
        };
    }

    private IntPredicate property() {
        if (accept('{')) {
            return RegexSets.property(until('}'));
        }
        return RegexSets.property(Character.toString(next()));
    }

    private int unicode() {
        if (accept('{')) {
            return parseHex(until('}'));
        }
        int unit = hex(4);
        if (Character.isHighSurrogate((char) unit) && pattern.startsWith("\\u", position)) {
            int before = position;
            position += 2;
            int low = at('{') ? 0 : hex(4);
            if (Character.isLowSurrogate((char) low)) {
                return Character.toCodePoint((char) unit, (char) low);
            }
            position = before;
        }
        return unit;
    }

    private int hex(int digits) {
        if (position + digits > pattern.length()) {
            throw error("an unexpected end");
        }
        position += digits;
        return parseHex(pattern.substring(position - digits, position));
    }

    private int parseHex(String digits) {
        int value = digits.matches("[0-9A-Fa-f]{1,6}") ? Integer.parseInt(digits, 16) : -1;
        if (!Character.isValidCodePoint(value)) {
            throw error("a code point that does not exist");
        }
        return value;
    }

    /** Makes the report of a mistake in the pattern. */
    Regex.SyntaxException error(String what) {
        return new Regex.SyntaxException("has the pattern " + ProblemText.shorten(pattern) + ", which has " + what);
    }

    private record Member(int single, IntPredicate set) {

        private static final int NOT_SINGLE = -1;

        static Member of(int codePoint) {
            return new Member(codePoint, c -> c == codePoint);
        }

        static Member of(IntPredicate set) {
            return new Member(NOT_SINGLE, set);
        }

        boolean isSingle() {
            return single != NOT_SINGLE;
        }
    }
}
