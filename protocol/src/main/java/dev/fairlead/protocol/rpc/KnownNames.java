package dev.fairlead.protocol.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Names that were read before, as most come again and again; all threads share them. */
final class KnownNames {
    private static final int LONGEST = 40;
    // Threads may overwrite each other's: any name in it is as good as a new one.
    private static final @Nullable Known[] KNOWN = new Known[1024];

    private static final class Known {
        private final long mark;
        private final byte[] bytes;
        private final String text;

        Known(long mark, byte[] bytes, String text) {
            this.mark = mark;
            this.bytes = bytes;
            this.text = text;
        }

        boolean isAt(byte[] others, int start, int length) {
            return bytes.length == length && Words.same(bytes, others, start);
        }
    }

    private KnownNames() {}

    /** Returns the name that these bytes, all of them ASCII, are. */
    static String name(byte[] bytes, int start, int end) {
        int length = end - start;
        if (length > LONGEST) {
            return text(bytes, start, length);
        }
        long mark = Words.mark(bytes, start, end);
        int slot = (int) mark & KNOWN.length - 1;
        var known = KNOWN[slot];
        if (known != null && known.mark == mark && known.isAt(bytes, start, length)) {
            return known.text;
        }
        var name = text(bytes, start, length);
        KNOWN[slot] = new Known(mark, Arrays.copyOfRange(bytes, start, end), name);
        return name;
    }

    private static String text(byte[] bytes, int start, int length) {
        return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
    }
}
