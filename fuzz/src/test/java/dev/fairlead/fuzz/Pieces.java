package dev.fairlead.fuzz;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Random;

/** A stream that hands its bytes out in pieces of any size, the same pieces for the same bytes. */
public final class Pieces extends ByteArrayInputStream {
    private final Random random;
    private final int largest;

    /** Hands out these bytes. */
    public Pieces(byte[] bytes, int largest) {
        super(bytes);
        this.random = chance(bytes);
        this.largest = largest;
    }

    /** Returns numbers that depend on nothing but these bytes, so that what they break is broken every time. */
    public static Random chance(byte[] bytes) {
        return new Random(Arrays.hashCode(bytes));
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, random.nextInt(1, largest + 1)));
    }
}
