package dev.fairlead.bench.contenders;

/** Counts times to within one percent, without allocating anything while doing so. For one thread. */
public final class Histogram {
    private static final int STEP_BITS = 7; // parts of each power of two
    private static final int POWERS = 40; // up to nine minutes of nanoseconds

    private final int[] counts = new int[POWERS << STEP_BITS];
    private long total;

    /** Adds a time. */
    void add(long nanos) {
        counts[place(nanos)]++;
        total++;
    }

    /** Adds what another has counted. */
    void add(Histogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }

    /** Returns how many times were added. */
    long count() {
        return total;
    }

    /** Returns the microseconds within which this part of all lies; not a number while there is nothing. */
    double micros(double part) {
        long wanted = (long) Math.ceil(total * part);
        for (int i = 0; i < counts.length && total > 0; i++) {
            wanted -= counts[i];
            if (wanted <= 0) {
                return middle(i) / 1e3;
            }
        }
        return Double.NaN;
    }

    private static int place(long nanos) {
        long value = Math.max(1L << STEP_BITS, nanos);
        int power = 63 - Long.numberOfLeadingZeros(value);
        int part = (int) (value >>> (power - STEP_BITS)) & ((1 << STEP_BITS) - 1);
        return Math.min(POWERS - 1, power - STEP_BITS) << STEP_BITS | part;
    }

    private static double middle(int place) {
        int power = (place >> STEP_BITS) + STEP_BITS;
        double part = (place & ((1 << STEP_BITS) - 1)) + 0.5;
        return (1L << power) * (1 + part / (1 << STEP_BITS));
    }
}
