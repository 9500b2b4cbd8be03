package dev.fairlead.protocol.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Goes through the bytes of JSON text, several at a time where they are strings, and gives up at whatever is unusual. */
final class QuickText {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101010101010101L;
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final int UNICODE_ESCAPE = 6;

    @SuppressWarnings("StaticAssignmentOfThrowable") // It has no trace, and is thrown too often to be made each time.
    private static final Unusual UNUSUAL = new Unusual();
    // Most names come again and again. Threads may overwrite each other's: any name in it is as good as a new one.
    private static final String[] KNOWN_NAMES = new String[1024];
    private static final int LONGEST_KNOWN_NAME = 40;

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

    private static boolean isSpace(byte b) {
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
        passQuote();
        return text(start, at - 1);
    }

    /** Looks over the string whose opening quote has been passed. */
    void passString() {
        int start = at;
        passQuote();
        if (escaped || !ascii) {
            text(start, at - 1);
        }
    }

    /** Reads the name whose opening quote has been passed. */
    String name(int longest) {
        int start = at;
        passQuote();
        int length = at - 1 - start;
        require(length <= longest);
        if (escaped || !ascii || length > LONGEST_KNOWN_NAME) {
            return text(start, at - 1);
        }
        int slot = (int) mark(bytes, start, at - 1) & (KNOWN_NAMES.length - 1);
        var known = KNOWN_NAMES[slot];
        if (known != null && isAt(known, start, length)) {
            return known;
        }
        var name = text(start, at - 1);
        KNOWN_NAMES[slot] = name;
        return name;
    }

    /** Looks over the name whose opening quote has been passed, and returns a mark that all its spellings share. */
    long passName(int longest) {
        int start = at;
        passQuote();
        require(at - 1 - start <= longest);
        if (escaped || !ascii) {
            var plain = text(start, at - 1).getBytes(StandardCharsets.UTF_8);
            return mark(plain, 0, plain.length);
        }
        return mark(bytes, start, at - 1);
    }

    private boolean isAt(String name, int start, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.charAt(i) != bytes[start + i]) {
                return false;
            }
        }
        return true;
    }

    private static long mark(byte[] bytes, int start, int end) {
        long mark = (long) end - start;
        int i = start;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            mark = mixed(mark ^ (long) WORDS.get(bytes, i));
        }
        long rest = 0;
        for (; i < end; i++) {
            rest = rest << Byte.SIZE | bytes[i];
        }
        return mixed(mark ^ rest);
    }

    private static long mixed(long value) {
        long product = value * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 32;
    }

    /** Passes the closing quote of a string, and notes what kind of characters were before it. */
    private void passQuote() {
        escaped = false;
        long seen = 0;
        int i = at;
        while (true) {
            if (i <= end - Long.BYTES) {
                long word = (long) WORDS.get(bytes, i);
                long stops = below(word) | zeros(word ^ '"' * EACH) | zeros(word ^ '\\' * EACH);
                if (stops == 0) {
                    seen |= word;
                    i += Long.BYTES;
                    continue;
                }
                int bits = Long.numberOfTrailingZeros(stops) & -Byte.SIZE;
                seen |= word & (1L << bits) - 1;
                i += bits / Byte.SIZE;
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
            seen |= b;
        }
        at = i;
        ascii = (seen & TOP_BITS) == 0;
    }

    /** Marks the bytes that are zero by their top bits; those after the first mark may be others. */
    private static long zeros(long word) {
        return word - EACH & ~word & TOP_BITS;
    }

    /** Marks the bytes below a space alike. */
    private static long below(long word) {
        return word - ' ' * EACH & ~word & TOP_BITS;
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
