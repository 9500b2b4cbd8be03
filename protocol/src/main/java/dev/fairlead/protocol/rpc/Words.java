package dev.fairlead.protocol.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at eight bytes of text at a time. */
final class Words {
    /** A word whose bytes are all one. */
    static final long EACH = 0x0101010101010101L;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TOP_BITS = 0x8080808080808080L;

    private Words() {}

    /** Returns the eight bytes from here on, the first of them lowest. */
    static long at(byte[] bytes, int i) {
        return (long) WORDS.get(bytes, i);
    }

    /**
     * Tells how many bytes come before the first that is not plain in a string: a quote, a backslash, a control character or
     * one beyond ASCII; eight if all are plain.
     */
    static int plain(long word) {
        return first(stops(word) | word);
    }

    /** Passes what is plain in a string; returns the position of the first byte that is not, or of one of the last seven. */
    static int passPlain(byte[] bytes, int start, int end) {
        int i = start;
        int plain = Long.BYTES;
        while (plain == Long.BYTES && i <= end - Long.BYTES) {
            plain = plain(at(bytes, i));
            i += plain;
        }
        return i;
    }

    /** Tells alike how many come before the first quote, backslash or control character. */
    static int inner(long word) {
        return first(stops(word) & ~word);
    }

    /** Tells whether one of the first bytes is beyond ASCII. */
    static boolean isBeyondAscii(long word, int count) {
        return first(word) < count;
    }

    /** Takes the top bit from every byte of ASCII that may stand in a string by itself; the first that has it is none. */
    private static long stops(long word) {
        // A quote and a space change places, so that the control characters and the quote are neighbours.
        long quotesAndControls = (word ^ ('"' ^ ' ') * EACH) - (' ' + 1) * EACH;
        long backslashes = (word ^ '\\' * EACH) - EACH;
        return quotesAndControls | backslashes;
    }

    private static int first(long tops) {
        return Long.numberOfTrailingZeros(tops & TOP_BITS) / Byte.SIZE;
    }

    /** Marks some bytes, so that those that are the same have the same mark, and hardly any others, but for zeros at the end. */
    static long mark(byte[] bytes, int start, int end) {
        long mark = 0;
        int i = start;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            mark = mixed(mark ^ at(bytes, i));
        }
        return mixed(mark ^ rest(bytes, i, end));
    }

    /** Returns less than eight bytes as a word. */
    private static long rest(byte[] bytes, int start, int end) {
        if (start <= bytes.length - Long.BYTES) {
            return at(bytes, start) & ((1L << ((end - start) * Byte.SIZE)) - 1);
        }
        long rest = 0;
        for (int i = end - 1; i >= start; i--) {
            rest = rest << Byte.SIZE | (bytes[i] & 0xff);
        }
        return rest;
    }

    private static long mixed(long value) {
        long product = value * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 32;
    }

    /** Tells whether other bytes are the same from a place on, given that there are as many and that their marks are the same. */
    static boolean same(byte[] bytes, byte[] others, int start) {
        int last = bytes.length - Long.BYTES;
        if (last < 0) {
            return true; // A mark of less than a word stands for nothing else.
        }
        for (int i = 0; i < last; i += Long.BYTES) {
            if (at(bytes, i) != at(others, start + i)) {
                return false;
            }
        }
        return at(bytes, last) == at(others, start + last);
    }
}
