package dev.fairlead.wire;

/**
 * How much may wait for somebody who does not read: so many things, and of large ones fewer.
 *
 * @param count the most of them
 * @param bytes about how much memory they may take together
 */
public record Room(int count, long bytes) {
    private static final long USUAL_BYTES = 8L << 20;

    /** Returns room for so many, and for no more than eight mebibytes. */
    public static Room forAtMost(int count) {
        return new Room(count, USUAL_BYTES);
    }

    /** Tells whether one more fits beside others; one alone does, however large it is: it lies in memory anyway. */
    public boolean fits(long weight, int others, long othersWeight) {
        return others < count && (others == 0 || othersWeight + weight <= bytes);
    }
}
