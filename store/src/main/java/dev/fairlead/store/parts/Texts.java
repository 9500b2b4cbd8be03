package dev.fairlead.store.parts;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys and values as bytes, within limits that hold for every store alike. */
public final class Texts {
    /** How many characters a key may have. */
    public static final int LONGEST_KEY = 512;
    /** How many bytes a value may have. */
    public static final int BIGGEST_VALUE = 1 << 20;

    /** Begins what cannot be written in UTF-8, where this byte never occurs. */
    private static final byte UTF_16 = (byte) 0xFF;

    /** What lives longer than anybody will look is kept for good: databases know no larger numbers. */
    private static final Duration FOR_GOOD = Duration.ofDays(36_500);

    private Texts() {}

    /** Returns a key, or the beginning of keys, in UTF-8; the order of bytes is that of characters. */
    public static byte[] key(String key) {
        if (key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "a key has at most %s characters, not %s".formatted(LONGEST_KEY, key.length()));
        }
        try {
            return utf8(key);
        } catch (CharacterCodingException half) {
            throw new IllegalArgumentException("a key is made of whole characters, not of half a surrogate pair", half);
        }
    }

    /** Returns a value, which may be any string of Java. */
    public static byte[] value(String value) {
        // No character has less than a byte: what is far too big need not be encoded to be refused.
        if (value.length() > BIGGEST_VALUE) {
            throw tooBig();
        }
        var bytes = encoded(value);
        if (bytes.length > BIGGEST_VALUE) {
            throw tooBig();
        }
        return bytes;
    }

    /** Returns the value that these bytes stand for, from one of them on. */
    public static String text(byte[] bytes, int from) {
        if (bytes.length > from && bytes[from] == UTF_16) {
            return ByteBuffer.wrap(bytes, from + 1, bytes.length - from - 1)
                    .slice()
                    .asCharBuffer()
                    .toString();
        }
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }

    /** Returns what is greater than everything that begins so, and not greater than anything else that is greater. */
    public static byte[] after(byte[] prefix) {
        if (prefix.length == 0) {
            return new byte[] {UTF_16};
        }
        var next = prefix.clone();
        next[next.length - 1]++;
        return next;
    }

    /** Returns how long something lives in milliseconds, at least one; null for ever. */
    public static @Nullable Long millis(@Nullable Duration life) {
        return life == null || life.compareTo(FOR_GOOD) > 0 ? null : Math.max(1, life.toMillis());
    }

    /** Returns whether something is over before it begins. */
    public static boolean isOver(@Nullable Duration life) {
        return life != null && !life.isPositive();
    }

    private static byte[] encoded(String value) {
        try {
            return utf8(value);
        } catch (CharacterCodingException half) {
            var bytes = ByteBuffer.allocate(1 + 2 * value.length()).put(UTF_16);
            value.chars().forEach(unit -> bytes.putChar((char) unit));
            return bytes.array();
        }
    }

    private static byte[] utf8(String text) throws CharacterCodingException {
        var buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        return Arrays.copyOfRange(buffer.array(), buffer.arrayOffset(), buffer.arrayOffset() + buffer.limit());
    }

    private static IllegalArgumentException tooBig() {
        return new IllegalArgumentException("a value has at most %s bytes".formatted(BIGGEST_VALUE));
    }
}
