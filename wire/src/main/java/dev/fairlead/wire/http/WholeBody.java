package dev.fairlead.wire.http;

import java.io.IOException;
import java.util.Arrays;
import okhttp3.ResponseBody;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * A body that was read to its end.
 *
 * @param bytes its bytes, and perhaps room for more
 * @param length how many they are
 */
@SuppressWarnings("ArrayRecordComponent") // It is decoded where it stands; nobody compares bodies.
record WholeBody(byte[] bytes, int length) {
    // What a server may make us set aside by saying that much will come: this, and then so many times what came.
    private static final int TRUSTED = 128 << 10;
    private static final int TRUSTED_FACTOR = 16;

    /** Reads a body; null if it is larger than {@code max}. */
    static @Nullable WholeBody read(ResponseBody body, int max) throws IOException {
        var source = body.source();
        long promised = body.contentLength();
        if (promised > max) {
            return null;
        }
        return promised < 0 ? unannounced(source, max) : announced(source, (int) promised, max);
    }

    /** Lets it pile up in small pieces, as only then it is known how large an array it needs. */
    private static @Nullable WholeBody unannounced(BufferedSource source, int max) throws IOException {
        if (source.request(max + 1L)) {
            return null;
        }
        var bytes = source.readByteArray();
        return new WholeBody(bytes, bytes.length);
    }

    /** Reads it straight to where it stays. */
    private static @Nullable WholeBody announced(BufferedSource source, int promised, int max) throws IOException {
        var bytes = new byte[Math.min(promised, TRUSTED)];
        int length = 0;
        while (!source.exhausted()) {
            if (length == max) {
                return null;
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, room(length, promised, max));
            }
            length += Math.max(0, source.read(bytes, length, bytes.length - length));
        }
        return new WholeBody(bytes, length);
    }

    private static int room(int length, int promised, int max) {
        // Not every version of HTTP keeps a server to what it promised.
        long next = length < promised ? Math.min(promised, (long) length * TRUSTED_FACTOR) : length * 2L;
        return (int) Math.min(max, Math.max(next, TRUSTED));
    }
}
