package dev.fairlead.bench.workloads;

import dev.fairlead.bench.contenders.Figure;
import java.time.Duration;
import java.util.Map;

/**
 * Tells from turns that do not count when those that count can begin: when calls get neither faster nor cheaper, and no compiler
 * is at work that would make them so.
 */
final class WarmUp {
    /**
     * How long to warm up.
     *
     * @param steadyTurns how many turns in a row must bring nothing
     * @param least how long it takes even if nothing gets better
     * @param most how long it takes even if everything still gets better
     */
    record Limits(int steadyTurns, Duration least, Duration most) {

        /** Returns these limits, with another end. */
        Limits atMost(Duration other) {
            return new Limits(steadyTurns, least, other.compareTo(most) < 0 ? other : most);
        }
    }

    private static final double GAIN = 1.03;
    private static final double MOST_COMPILING = 0.1;

    private final Limits limits;
    // Those before the present row of turns, since many small gains are a gain.
    private double bestRate;
    private double leastCpu = Double.POSITIVE_INFINITY;
    private int row;
    private long nanos;

    WarmUp(Limits limits) {
        this.limits = limits;
    }

    /** Takes note of a turn. */
    void add(Map<Figure, Double> figures, long tookNanos) {
        nanos += tookNanos;
        row++;
        double rate = figures.getOrDefault(Figure.RATE, Double.NaN);
        if (rate > bestRate * GAIN) {
            bestRate = rate;
            row = 0;
        }
        // While others keep the machine busy, rates jump up and down, and this still tells what the compiler has done.
        double cpu = figures.getOrDefault(Figure.CPU, Double.NaN);
        if (cpu * GAIN < leastCpu) {
            leastCpu = cpu;
            row = 0;
        }
        if (compiling(figures)) {
            row = 0;
        }
    }

    /** Tells whether a compiler was at work in a turn that would make the next one faster. */
    static boolean compiling(Map<Figure, Double> figures) {
        return figures.getOrDefault(Figure.COMPILING, 0.0) > MOST_COMPILING;
    }

    boolean over() {
        return nanos >= limits.most.toNanos() || (row >= limits.steadyTurns && nanos >= limits.least.toNanos());
    }
}
