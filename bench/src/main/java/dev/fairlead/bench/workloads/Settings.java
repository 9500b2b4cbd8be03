package dev.fairlead.bench.workloads;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param turnMillis how long a turn lasts, where the job says nothing else
 * @param mostWarmUps how many turns at most are spent on getting warm
 * @param limit after how long a contender that does not answer is said to hang
 * @param firstCompilerOnly whether JVMs do without the optimizing compiler, which takes seconds to be done
 */
public record Settings(
        String name, int rounds, long turnMillis, int mostWarmUps, Duration limit, boolean firstCompilerOnly) {

    /** Returns settings for figures to keep. */
    public static Settings full() {
        return new Settings("full", 5, 500, 16, Duration.ofSeconds(90), false);
    }

    /** Returns settings for a look. */
    public static Settings quick() {
        return new Settings("quick", 3, 150, 14, Duration.ofSeconds(20), true);
    }

    /** Returns these settings with another number of rounds. */
    public Settings withRounds(int count) {
        return new Settings(name, count, turnMillis, mostWarmUps, limit, firstCompilerOnly);
    }
}
