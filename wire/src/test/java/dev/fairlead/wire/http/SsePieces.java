package dev.fairlead.wire.http;

import java.io.ByteArrayInputStream;
import java.util.Random;

/** A stream that hands its bytes out in pieces of any size. */
final class SsePieces extends ByteArrayInputStream {
    private final Random random;
    private final int largest;

    SsePieces(byte[] bytes, Random random, int largest) {
        super(bytes);
        this.random = random;
        this.largest = largest;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, random.nextInt(1, largest + 1)));
    }
}
