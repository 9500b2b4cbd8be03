package dev.fairlead.protocol.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Goes through the bytes of JSON text, several at a time where they are strings, and gives up at whatever is unusual. */
final class QuickText {
    private static final int UNICODE_ESCAPE = 6;

    @SuppressWarnings("StaticAssignmentOfThrowable") // It has no trace, and is thrown too often to be made each time.
    private static final Unusual UNUSUAL = new Unusual();

    private final byte[] bytes;
    private final int end;
    private int at;
    private boolean escaped; // whether the string passed last has escapes
    private boolean ascii; // whether it has nothing beyond ASCII

    /** Something that this reader leaves to the parser. It is thrown often and never shown, so it has no trace. */
    static final class Unusual extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Unusual() {
            super("for the parser to read", null, false, false);
        }
    }

    QuickText(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    static Unusual unusual() {
        return UNUSUAL;
    }

    static void require(boolean usual) {
        if (!usual) {
            throw UNUSUAL;
        }
    }

    int position() {
        return at;
    }

    void moveTo(int position) {
        at = position;
    }

    /** Returns what was passed since a position. */
    byte[] copy(int start) {
        return Arrays.copyOfRange(bytes, start, at);
    }

    /** Goes back by one byte, and returns where that is. */
    int back() {
        return --at;
    }

    void skip() {
        at++;
    }

    /** Returns the byte here; zero, which stands nowhere in JSON, at the end. */
    byte peek() {
        return at < end ? bytes[at] : 0;
    }

    boolean isAtEnd() {
        while (isSpace(peek())) {
            at++;
        }
        return at == end;
    }

    /** Passes the next byte that is not space. */
    byte next() {
        byte next = peek();
        while (isSpace(next)) {
            at++;
            next = peek();
        }
        at++;
        return next;
    }

    void expect(char mark) {
        require(next() == mark);
    }

    static boolean isSpace(byte b) {
        return b <= ' ' && (b == ' ' || b == '\n' || b == '\r' || b == '\t');
    }

    /** Passes at least one digit, and returns their value, which is wrong where it does not fit. */
    long digits() {
        require(isDigit(peek()));
        long value = 0;
        while (isDigit(peek())) {
            value = 10 * value + peek() - '0';
            at++;
        }
        return value;
    }

    /** Passes what follows the whole part of a number; tells whether there is nothing. */
    boolean passFraction() {
        int start = at;
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        return at == start;
    }

    private static boolean isDigit(byte b) {
        return '0' <= b && b <= '9';
    }

    /** Reads the string whose opening quote has been passed. */
    String string() {
        int start = at;
        return passPlain()
                ? new String(bytes, start, at - 1 - start, StandardCharsets.ISO_8859_1)
                : text(start, at - 1);
    }

    /** Looks over the string whose opening quote has been passed. */
    void passString() {
        int start = at;
        if (!passPlain()) {
            text(start, at - 1);
        }
    }

    /** Reads the name whose opening quote has been passed. */
    String name(int longest) {
        int start = at;
        boolean plain = passPlain();
        require(at - 1 - start <= longest);
        return plain ? KnownNames.name(bytes, start, at - 1) : text(start, at - 1);
    }

    /** Looks over the name whose opening quote has been passed, and returns a mark that all its spellings share. */
    long passName(int longest) {
        int start = at;
        boolean plain = passPlain();
        require(at - 1 - start <= longest);
        if (plain) {
            return Words.mark(bytes, start, at - 1);
        }
        var spelled = text(start, at - 1).getBytes(StandardCharsets.UTF_8);
        return Words.mark(spelled, 0, spelled.length);
    }

    /** Passes the closing quote of a string, and tells whether all before it is plain: what is written is what is meant. */
    private boolean passPlain() {
        at = Words.passPlain(bytes, at, end);
        if (peek() == '"') {
            at++;
            return true;
        }
        passQuote();
        return !escaped && ascii;
    }

    /** Passes the closing quote of a string of which some plain part may have been passed, and notes what is before it. */
    private void passQuote() {
        escaped = false;
        ascii = true;
        int i = at;
        while (true) {
            if (i <= end - Long.BYTES) {
                long word = Words.at(bytes, i);
                int inner = Words.inner(word);
                ascii &= !Words.isBeyondAscii(word, inner);
                i += inner;
                if (inner == Long.BYTES) {
                    continue;
                }
            }
            require(i < end);
            byte b = bytes[i++];
            if (b == '"') {
                break;
            }
            require(b < 0 || b >= ' ');
            if (b == '\\') {
                escaped = true;
                i++;
            }
            ascii &= b >= 0;
        }
        at = i;
    }

    private String text(int start, int stop) {
        if (escaped) {
            return unescaped(start, stop);
        }
        return ascii ? new String(bytes, start, stop - start, StandardCharsets.ISO_8859_1) : utf8(bytes, start, stop);
    }

    private static String utf8(byte[] bytes, int start, int stop) {
        var text = new String(bytes, start, stop - start, StandardCharsets.UTF_8);
        require(text.indexOf('\uFFFD') < 0); // This stands for broken bytes, unless somebody really wrote it.
        return text;
    }

    private String unescaped(int start, int stop) {
        var plain = new byte[stop - start]; // No escape is shorter than what it stands for.
        int length = 0;
        boolean latin = ascii;
        int i = start;
        while (i < stop) {
            int run = i;
            while (i < stop && bytes[i] != '\\') {
                i++;
            }
            System.arraycopy(bytes, run, plain, length, i - run);
            length += i - run;
            if (i == stop) {
                break;
            }
            if (bytes[i + 1] == 'u') {
                int point = codePoint(i);
                i += Character.charCount(point) * UNICODE_ESCAPE;
                length = append(point, plain, length);
                latin &= point < 0x80;
            } else {
                plain[length++] = meaning(bytes[i + 1]);
                i += 2;
            }
        }
        return latin ? new String(plain, 0, length, StandardCharsets.ISO_8859_1) : utf8(plain, 0, length);
    }

    private static byte meaning(byte escape) {
        return switch (escape) {
            case '"', '\\', '/' -> escape;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> throw UNUSUAL;
        };
    }

    /** Returns the character that is escaped here, as one or as a pair; half a pair has no place among bytes. */
    private int codePoint(int i) {
        char first = unit(i);
        if (!Character.isSurrogate(first)) {
            return first;
        }
        int next = i + UNICODE_ESCAPE;
        require(bytes[next] == '\\' && bytes[next + 1] == 'u');
        char second = unit(next);
        require(Character.isSurrogatePair(first, second));
        return Character.toCodePoint(first, second);
    }

    /** Returns what the four digits of an escape stand for; the quote that ends the string is none, so they end before it. */
    private char unit(int i) {
        int unit = 0;
        for (int digit = i + 2; digit < i + UNICODE_ESCAPE; digit++) {
            int value = bytes[digit] < 0 ? -1 : Character.digit(bytes[digit], 16);
            require(value >= 0);
            unit = unit << 4 | value;
        }
        return (char) unit;
    }

    private static int append(int point, byte[] plain, int length) {
        if (point < 0x80) {
            plain[length] = (byte) point;
            return length + 1;
        }
        var encoded = Character.toString(point).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(encoded, 0, plain, length, encoded.length);
        return length + encoded.length;
    }
}
